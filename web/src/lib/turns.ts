/** The turns of a match, as lists show them. */

import type { Side } from './scene'

/** One action of a turn: its text, and the ply after it. */
export interface Step {
  action: string
  ply: number
}

export interface Turn {
  side: Side
  steps: Step[]
}

/** Turns in rows, the first side's on the left. */
export function inRows<Any extends { side: Side }>(turns: Any[]): [Any | null, Any | null][] {
  const rows: [Any | null, Any | null][] = []
  for (const turn of turns) {
    const row = rows.at(-1)
    if (turn.side === 1 && row && row[1] === null) row[1] = turn
    else rows.push(turn.side === 0 ? [turn, null] : [null, turn])
  }
  return rows
}
