/** The scenes of a match by ply, as far as they have come, and the turns that they tell. */

import type { Scene } from '../../lib/scene'
import type { Turn } from '../../lib/turns'

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

/** The turns so far, each side's actions together; where a scene has not come yet, its action is left out. */
export function turnsOf(scenes: (Scene | undefined)[]): Turn[] {
  const turns: Turn[] = []
  for (let ply = 1; ply < scenes.length; ply++) {
    const [before, scene] = [scenes[ply - 1], scenes[ply]]
    if (!before || !scene) continue
    const step = { action: scene.action, ply }
    const last = turns.at(-1)
    if (last && last.side === before.to_move && before.acted > 0) last.steps.push(step)
    else turns.push({ side: before.to_move, steps: [step] })
  }
  return turns
}

/** A ply from an address: a whole number within the match, its start where there is none. */
export function readPly(text: string | null, plies: number): number {
  return text !== null && /^\d+$/.test(text) ? Math.min(Number(text), plies) : 0
}
