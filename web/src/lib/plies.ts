/** Which scenes of a match have come, and which are wanted next. */

export const PAGE = 64 // scenes that the server gives at once

/** Where the page begins that has a ply. */
export function pageOf(ply: number): number {
  return Math.floor(ply / PAGE) * PAGE
}

/** The first page that is missing, the nearest to a ply first; null when all have come. */
export function missing(have: Set<number>, plies: number, near: number): number | null {
  const pages = Array.from({ length: Math.floor(plies / PAGE) + 1 }, (_, index) => index * PAGE)
  const wanted = pages.filter((page) => !have.has(page))
  wanted.sort((one, other) => Math.abs(one - pageOf(near)) - Math.abs(other - pageOf(near)))
  return wanted[0] ?? null
}

/** A ply from an address: a whole number within the match, its start where there is none. */
export function readPly(text: string | null, plies: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), plies) : 0
}
