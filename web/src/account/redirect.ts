/** Where to go after logging in: always a path on this site. */
export function localPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const there = new URL(next, 'http://here')
  const back = there.pathname + there.search + there.hash
  return there.host === 'here' && !back.startsWith('//') ? back : '/'
}

/** A link to another page for logging in that keeps the page to return to. */
export function withNext(page: string, next: string | null): string {
  return next ? `${page}?next=${encodeURIComponent(next)}` : page
}
