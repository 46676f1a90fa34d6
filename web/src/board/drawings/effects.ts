/** What effects and notes mean, by the topic of their text. */

import type { Piece } from '../../protocol/play/scene'
import { topic } from '../../words/catalogue'

const ALARMS: ReadonlySet<string> = new Set(['check'])
const FADED: ReadonlySet<string> = new Set(['captured'])

/** Whether the players must be warned about a piece: its cell is circled, and it has a sound. */
export function alarming(piece: Piece): boolean {
  return under(piece, ALARMS)
}

/** Whether a piece is drawn as one that is about to leave the board. */
export function faded(piece: Piece): boolean {
  return under(piece, FADED)
}

function under({ effects = [] }: Piece, topics: ReadonlySet<string>): boolean {
  return effects.some((effect) => topics.has(topic(effect)))
}

/** Notes on a forecast that are bad for the acting side. */
export const BAD_NOTES: ReadonlySet<string> = new Set(['weaker'])
