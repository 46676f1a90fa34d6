/** Where to go after logging in: a path of this site and nothing else. */
export function localPath(next: string | null): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const there = new URL(next, 'http://here')
  const back = there.pathname + there.search + there.hash
  return there.host === 'here' && !back.startsWith('//') ? back : '/'
}

/** The same question about who one is, asked on another page: where one came from goes along. */
export function withNext(page: string, next: string | null): string {
  return next ? `${page}?next=${encodeURIComponent(next)}` : page
}
