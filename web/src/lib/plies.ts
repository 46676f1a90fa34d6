/** Which scenes of a match have been loaded, and which to load next. */

export const PAGE = 64 // scenes per request

/** The first ply of the page that contains a ply. */
export function pageOf(ply: number): number {
  return Math.floor(ply / PAGE) * PAGE
}

/** The missing page nearest to a ply; null if all have been loaded. */
export function missing(have: Set<number>, plies: number, near: number): number | null {
  const pages = Array.from({ length: Math.floor(plies / PAGE) + 1 }, (_, index) => index * PAGE)
  const wanted = pages.filter((page) => !have.has(page))
  wanted.sort((one, other) => Math.abs(one - pageOf(near)) - Math.abs(other - pageOf(near)))
  return wanted[0] ?? null
}

/** A ply from a URL, limited to the match; 0 if it is missing or not a number. */
export function readPly(text: string | null, plies: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), plies) : 0
}
