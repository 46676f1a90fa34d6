/** How effects are drawn on a piece, by the topic of their text, in a square from -50 to 50. */

export interface EffectDrawing {
  path: string
  bad: boolean // for the piece
}

export const EFFECTS: Record<string, EffectDrawing> = {
  cheered: { path: 'M-40,-28 L-33,-38 L-26,-28 M-40,-20 L-33,-30 L-26,-20', bad: false },
  knives: { path: 'M27,10 L37,20 M37,10 L27,20', bad: true },
}

/** Notes on a forecast that are bad for the acting side. */
export const BAD_NOTES: ReadonlySet<string> = new Set(['weaker_element'])
