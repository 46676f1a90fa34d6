/** Which games a history shows: kept in the address, asked of the server. */

import { placeOf, type MatchShown, type Status } from '../../lib/api'

export interface Filter {
  player: string // somebody else's public games; empty for one's own
  game: string
  status: Status | ''
  result: 'won' | 'lost' | 'drawn' | ''
  against: keyof typeof KINDS | ''
}

export const KINDS = {
  bot: ['bot'],
  friend: ['invite', 'challenge'],
  pool: ['pool'],
  screen: ['hot_seat'],
} as const
export const STATUSES = ['running', 'open', 'finished', 'aborted'] as const
export const RESULTS = ['won', 'lost', 'drawn'] as const

export function readFilter(query: URLSearchParams): Filter {
  const word = <Word extends string>(name: string, words: readonly Word[]): Word | '' =>
    words.find((each) => each === query.get(name)) ?? ''
  return {
    player: query.get('player') ?? '',
    game: query.get('game') ?? '',
    status: word('status', STATUSES),
    result: word('result', RESULTS),
    against: word('against', Object.keys(KINDS) as (keyof typeof KINDS)[]),
  }
}

/** The filter as the page's own address has it. */
export function addressOf(filter: Filter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value)
  return chosen.length ? `/history?${new URLSearchParams(chosen as [string, string][])}` : '/history'
}

/** What to ask the server for; `last` is the last one seen. Of others one sees what is public. */
export function questionOf(filter: Filter, last: MatchShown | null): string {
  const query = new URLSearchParams()
  if (filter.game) query.set('game', filter.game)
  if (filter.status) query.set('status', filter.status)
  if (filter.player) query.set('player', filter.player)
  else {
    if (filter.result) query.set('result', filter.result)
    if (filter.against) for (const kind of KINDS[filter.against]) query.append('kind', kind)
  }
  if (last) query.set('before', placeOf(last))
  const text = query.toString()
  return (filter.player ? '/matches' : '/account/matches') + (text ? `?${text}` : '')
}

export function isNarrowed({ game, status, result, against }: Filter): boolean {
  return Boolean(game || status || result || against)
}

export type How = 'won' | 'lost' | 'drawn' | 'over' | 'running' | 'open' | 'aborted'

/** How a match stands for whoever plays these sides; one that both sides of are mine, or none, is just over. */
export function standing({ status, winner, kind }: MatchShown, sides: number[]): How {
  if (status !== 'finished') return status
  if (winner === null) return 'drawn'
  if (sides.length !== 1 || kind === 'hot_seat') return 'over'
  return sides[0] === winner ? 'won' : 'lost'
}
