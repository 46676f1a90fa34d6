/**
 * Client-side routes: the path of the address bar, and links that change it without loading anew.
 *
 * Written here rather than taken from a library: the paths are a flat list and one page is shown at a time, which takes
 * sixty lines. A router would bring more to learn and to keep up to date than it would save.
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

  /** The parts of the path if it is of this form (`/match/:id`), or null. */
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

  /** Follow a link within the site; anything else is the browser's. */
  follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = (event.target as Element).closest('a')
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return
    if (link.pathname.startsWith('/api/')) return
    if (link.hash && link.pathname === this.path && link.search === location.search) return // a place on this page
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
    return part // nobody's name, and no page breaks by it
  }
}

export const router = new Router()
