import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'

// A page from before an update asks for files that are gone: it is loaded anew, once in a while
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('quincunx-reloaded') ?? 0)
  if (!navigator.onLine || Date.now() - last < 60_000) return
  sessionStorage.setItem('quincunx-reloaded', String(Date.now()))
  location.reload()
})

mount(App, { target: document.getElementById('app')! })

if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('/sw.js')
