/** The positions API, for positions outside matches: every request contains the whole line. */

import { post } from '../lib/api'
import type { Study } from '../protocol/play/study'
import type { Pick } from '../protocol/play/walker'
import type { ForecastShown, PositionShown, Reason } from '../protocol/positions'

/** The start of a line: a game, its options, and a position unless it is the usual one. */
export type Start = Omit<Line, 'actions'>

/** A start and the actions played from there. */
export type Line = Required<Study>

export const positions = {
  reach: (line: Line): Promise<PositionShown & { study: Line }> => post('/positions', line),
  read: ({ game, options }: Start, text: string): Promise<Line> => post('/positions/read', { game, options, text }),
  why: (line: Study, picks: Pick[]): Promise<Reason> => post('/positions/why', { study: line, picks }),
  forecast: (line: Study, action: string): Promise<ForecastShown> =>
    post('/positions/forecast', { study: line, action }),
}
