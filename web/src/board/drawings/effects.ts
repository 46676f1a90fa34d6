/** How effects are shown, by the topic of their text. */

import type { Piece } from '../../protocol/play/scene'
import { topic } from '../../words/catalogue'

/** A drawing on the piece, in a square from -50 to 50. */
export interface EffectDrawing {
  path: string
  bad: boolean // for the piece
}

export const EFFECTS: Record<string, EffectDrawing> = {
  cheered: { path: 'M-40,-28 L-33,-38 L-26,-28 M-40,-20 L-33,-30 L-26,-20', bad: false },
  knives: { path: 'M27,10 L37,20 M37,10 L27,20', bad: true },
}

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
export const BAD_NOTES: ReadonlySet<string> = new Set(['weaker_element'])
