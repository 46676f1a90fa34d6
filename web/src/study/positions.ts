/** Positions that no match has to keep: the server is told all about them each time. */

import { post } from '../lib/api'
import type { Study } from '../protocol/play/study'
import type { Pick } from '../protocol/play/walker'
import type { Foreseen, Reached, Reason } from '../protocol/positions'

/** Where play begins: a game, and a position unless it is the usual one. */
export type Start = Omit<Line, 'actions'>

/** A start, and what was played from there. */
export type Line = Required<Study>

export const positions = {
  reach: (line: Line): Promise<Reached & { study: Line }> => post('/positions', line),
  read: ({ game, options }: Start, text: string): Promise<Line> => post('/positions/read', { game, options, text }),
  why: (line: Study, picks: Pick[]): Promise<Reason> => post('/positions/why', { study: line, picks }),
  foresee: (line: Study, action: string): Promise<Foreseen> => post('/positions/foresee', { study: line, action }),
}
