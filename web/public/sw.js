// The page opens without a server: its files are kept as they come. What happens in games is never kept.

const KEPT = 'quincunx-2'
const SHELL = '/' // every page is the same file
const LEARNED = /^\/api\/(games|bots|words\/[a-z]+)$/ // what can be played, and what it is called
const STATIC = /^\/(icon[\w-]*\.(svg|png)|manifest\.webmanifest)$/
const MOST = 120 // files; those of older versions go first

self.addEventListener('install', (event) => event.waitUntil(prepare()))
self.addEventListener('activate', (event) => event.waitUntil(tidy()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && !pathname.startsWith('/api/')) event.respondWith(freshest(request, SHELL))
  else if (pathname.startsWith('/assets/')) event.respondWith(once(request))
  else if (LEARNED.test(pathname) || STATIC.test(pathname)) event.respondWith(freshest(request, request))
})

/** The shell and the files of every page. */
async function prepare() {
  const cache = await caches.open(KEPT)
  const files = await (await fetch('/files.json', { cache: 'no-cache' })).json()
  await cache.put(SHELL, await fetch(SHELL, { cache: 'no-cache' }))
  await cache.addAll(files)
  await self.skipWaiting()
}

async function tidy() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name)
  await self.clients.claim()
}

/** From the server; what was kept last if there is none. */
async function freshest(request, as) {
  const cache = await caches.open(KEPT)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(as, answer.clone())
    if (answer.status < 500) return answer
    return (await cache.match(as)) ?? answer
  } catch (error) {
    const kept = await cache.match(as)
    if (kept) return kept
    throw error
  }
}

/** A file whose name changes with what is in it: once is enough. */
async function once(request) {
  const cache = await caches.open(KEPT)
  const kept = await cache.match(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) {
    await cache.put(request, answer.clone())
    await forgetOldest(cache)
  }
  return answer
}

async function forgetOldest(cache) {
  const files = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith('/assets/'))
  for (const file of files.slice(0, Math.max(0, files.length - MOST))) await cache.delete(file)
}
