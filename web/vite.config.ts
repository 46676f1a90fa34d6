import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// During `npm run dev`, a server of the project answers on this port: quincunx serve
const server = 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/quincunx/server/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy wants files
  },
  server: { proxy: { '/api': server, '/live': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
})
