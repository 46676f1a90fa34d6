/** Small drawings on pieces, by the names that games give in `emblems`. A name without a drawing is left out. */

import type { Piece } from '../../protocol/play/scene'
import { EMBLEMS } from './emblems'

export interface Emblem {
  place: Place
  path: string
  fill?: string
  bad?: boolean // for the piece
}

/**
 * Where an emblem is drawn: a backing is the outline behind the piece. Backings and emblems across the piece use a square
 * from -50 to 50, the others one from -10 to 10.
 */
export type Place = 'backing' | 'lower left' | 'upper right' | 'across'

/** What is behind a piece without a backing of its own. */
export const PLAIN_BACKING: Emblem = EMBLEMS.shield!

/** The emblems at this place on a piece. */
export function emblemsAt({ emblems = [] }: Piece, place: Place): Emblem[] {
  return emblems.flatMap((name) => EMBLEMS[name] ?? []).filter((emblem) => emblem.place === place)
}
