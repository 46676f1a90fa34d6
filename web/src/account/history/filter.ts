/** The filter of a history: it is kept in the URL and sent to the server. */

import { placeOf } from '../../lib/api'
import type { MatchShown } from '../../protocol/matches'
import type { Status } from '../../protocol/play/match'

export interface Filter {
  player: string // whose public games to show; empty for the user's own games
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

/** The filter as the query of the page's URL. */
export function addressOf(filter: Filter): string {
  const chosen = Object.entries(filter).filter(([, value]) => value)
  return chosen.length ? `/history?${new URLSearchParams(chosen as [string, string][])}` : '/history'
}

type Parameter = [name: string, value: string | null]

/** The request for a page of matches after `last`. Only public games of other players are listed. */
export function questionOf(filter: Filter, last: MatchShown | null): string {
  if (filter.player) return publicOf(filter, last)
  const kinds = filter.against ? KINDS[filter.against].map((kind): Parameter => ['kind', kind]) : []
  const { game, status, result } = filter
  return question('/account/matches', [
    ['game', game],
    ['status', status],
    ['result', result],
    ...kinds,
    ['before', last && placeOf(last)],
  ])
}

/** The path of the public matches: those of a game, those of a player, or all. */
export function publicOf(
  { game, status, player = '' }: Pick<Filter, 'game' | 'status'> & Partial<Filter>,
  last: MatchShown | null,
): string {
  return question('/matches', [
    ['game', game],
    ['status', status],
    ['player', player],
    ['before', last && placeOf(last)],
  ])
}

function question(path: string, asked: Parameter[]): string {
  const query = asked.flatMap(([name, value]) => (value === '' || value === null ? [] : [[name, value]]))
  return query.length ? `${path}?${new URLSearchParams(query)}` : path
}

export function isNarrowed({ game, status, result, against }: Filter): boolean {
  return Boolean(game || status || result || against)
}

export type How = 'won' | 'lost' | 'drawn' | 'over' | 'running' | 'open' | 'aborted'

/** The state of a match for the player of these sides; with both sides or none, a finished match is just "over". */
export function standing({ status, winner }: MatchShown, sides: number[]): How {
  if (status !== 'finished') return status
  if (winner === null) return 'drawn'
  if (sides.length !== 1) return 'over'
  return sides[0] === winner ? 'won' : 'lost'
}
