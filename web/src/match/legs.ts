/** Texts for matches of two games. */

import { games } from '../words/games.svelte'
import type { MatchState } from '../lib/match.svelte'
import { counted, t } from '../words/words.svelte'
import type { Side } from '../protocol/core/sides'
import type { Total } from '../protocol/play/legs'

/** The result of the first game, for display in the second. */
export function firstGame(match: MatchState): string {
  const first = match.created?.leg?.first
  if (!first) return ''
  if (first.winner === null) return t('first_drawn')
  return counted('first_won', first.turns, { name: nameOf(match, other(first.winner)) }) // sides are swapped now
}

/** The score of the players after a game of a two-game match. */
export function standing(match: MatchState): string {
  if (match.total) return totalWords(match, match.total)
  if (!match.goesOn || !match.result) return ''
  const { winner } = match.result
  return winner === null ? t('after_first_drawn') : t('after_first', { name: nameOf(match, winner) })
}

function totalWords(match: MatchState, { points, turns, winner }: Total): string {
  if (winner === null) return turns[0] === null ? t('total_drawn') : counted('total_even', turns[0])
  const name = nameOf(match, winner)
  const loser = other(winner)
  if (points[0] !== points[1]) return t('total_won', { name, more: score(points[winner]), less: score(points[loser]) })
  return counted('total_turns', turns[winner] ?? 0, { name, other: nameOf(match, loser), more: turns[loser] ?? 0 })
}

/** Points as text: 1½. */
export function score(points: number): string {
  const whole = Math.floor(points)
  return points === whole ? String(whole) : `${whole || ''}½`
}

const other = (side: Side): Side => (side === 0 ? 1 : 0)
const nameOf = (match: MatchState, side: Side): string => games.seated(match.seats[side])
