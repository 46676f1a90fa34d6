/** The turns of a match, as lists show them. */

import type { Side } from '../protocol/core/sides'

/** One action of a turn: its text, its notation, and the ply after it. */
export interface Step {
  action: string
  notation: string
  ply: number
}

export interface ListedTurn {
  side: Side
  steps: Step[]
}

/** Turns in rows, with the side that moved first on the left. */
export function inRows<Any extends { side: Side }>(turns: Any[]): [Any | null, Any | null][] {
  const rows: [Any | null, Any | null][] = []
  for (const turn of turns) {
    const row = rows.at(-1)
    const begins = turn.side === turns[0]!.side
    if (!begins && row && row[1] === null) row[1] = turn
    else rows.push(begins ? [turn, null] : [null, turn])
  }
  return rows
}
