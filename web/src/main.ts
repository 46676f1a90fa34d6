import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'

// A page loaded before an update requests files that no longer exist: reload it, but not repeatedly
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('quincunx-reloaded') ?? 0)
  if (!navigator.onLine || Date.now() - last < 60_000) return
  sessionStorage.setItem('quincunx-reloaded', String(Date.now()))
  location.reload()
})

mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js')
