/**
 * Client-side routes: the path in the address bar, and links that change it without a page load.
 *
 * Written here rather than taken from a library: the routes are a flat list and one page is shown at a time, which takes
 * sixty lines. A router library would cost more to learn and to update than it would save.
 */

class Router {
  path = $state(location.pathname)
  search = $state.raw(new URLSearchParams(location.search))
  hash = $state(location.hash.slice(1))

  constructor() {
    addEventListener('popstate', () => this.read())
  }

  go(to: string, how: 'push' | 'replace' = 'push'): void {
    if (how === 'push') history.pushState(null, '', to)
    else history.replaceState(null, '', to)
    this.read()
    scrollTo(0, 0)
  }

  /** Change the address in the address bar; the page stays as it is. */
  rename(to: string): void {
    history.replaceState(null, '', to)
  }

  /** The parameters of the path if it matches this pattern (`/match/:id`), or null. */
  match(form: string): Record<string, string> | null {
    const names = form.split('/')
    const parts = this.path.split('/')
    if (names.length !== parts.length) return null
    const found: Record<string, string> = {}
    for (const [index, name] of names.entries()) {
      const part = parts[index] ?? ''
      if (name.startsWith(':')) found[name.slice(1)] = decoded(part)
      else if (name !== part) return null
    }
    return found
  }

  /** Follow a link within the site; leave other clicks to the browser. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = (event.target as Element).closest('a')
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    if (link.pathname.startsWith('/api/')) return
    if (link.hash && link.pathname === this.path && link.search === location.search) return // an anchor on this page
    event.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }

  private read(): void {
    this.path = location.pathname
    this.search = new URLSearchParams(location.search)
    this.hash = location.hash.slice(1)
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // invalid escapes: use the text as it is
  }
}

export const router = new Router()
