import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

// During `npm run dev`, a server of the project answers on this port: quincunx serve
const server = 'http://127.0.0.1:8000'

/** The files of all pages in one list, so that the service worker can have them before they are wanted. */
function listed(): Plugin {
  return {
    name: 'list-of-files',
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file) || /-latin-wght.*\.woff2$/.test(file))
      this.emitFile({ type: 'asset', fileName: 'files.json', source: JSON.stringify(files.map((file) => `/${file}`)) })
    },
  }
}

export default defineConfig({
  plugins: [svelte(), listed()],
  build: {
    outDir: '../src/quincunx/server/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy wants files
  },
  server: { proxy: { '/api': server, '/live': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
})
