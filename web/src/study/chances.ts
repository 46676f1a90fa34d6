/** Evaluations as text: the winning chance, the score, and who is ahead. All numbers are from side 0's view. */

import { counted, sayCapital, t, type Key } from '../words/words.svelte'
import type { GameNode } from './tree.svelte'
import type { Side } from '../protocol/core/sides'
import type { Text } from '../protocol/words'

export interface Verdict {
  chance: number // from 0 to 1
  score: number | null // in the game's unit; null once a forced end is found
  wins_in?: number | null // turns until side 0 wins; negative: until side 1 wins
  exact?: number | null // the margin at the end with best play, if it is known
  table?: boolean // the value is from an endgame table
}

const GRADES: [least: number, word: Key][] = [
  [0.45, 'stands_won'],
  [0.3, 'stands_winning'],
  [0.14, 'stands_better'],
  [0.05, 'stands_slightly'],
]

/** The side that is ahead; null if the position is even. */
export function ahead({ chance, wins_in }: Verdict): Side | null {
  if (wins_in) return wins_in > 0 ? 0 : 1
  if (Math.abs(chance - 0.5) < GRADES.at(-1)![0]) return null
  return chance > 0.5 ? 0 : 1
}

export function standing(verdict: Verdict, players: [Text, Text]): string {
  if (verdict.table && verdict.score !== null) return t('stands_table_draws')
  if (verdict.exact === 0) return t('stands_exact_draws')
  const leader = ahead(verdict)
  if (leader === null) return t('stands_even')
  const side = sayCapital(players[leader])
  if (verdict.exact) return t('stands_exact_wins', { side, count: Math.abs(verdict.exact) })
  if (verdict.table && !verdict.wins_in) return t('stands_table_wins', { side })
  if (verdict.table) return counted('stands_table_wins_in', Math.abs(verdict.wins_in!), { side })
  if (verdict.wins_in) return counted('stands_wins_in', Math.abs(verdict.wins_in), { side })
  const word = GRADES.find(([least]) => Math.abs(verdict.chance - 0.5) >= least)![1]
  return t(word, { side })
}

/** A side's winning chance in whole percent. */
export function percent(chance: number, side: Side): number {
  const own = side === 0 ? chance : 1 - chance
  return Math.round(100 * own)
}

/** The score from the view of the side that is ahead. */
export function scoreText({ score, wins_in, exact, table }: Verdict): string {
  if (table) return tableText(score, wins_in)
  if (exact === 0) return t('exact_draws_short')
  if (exact) return t('exact_wins_short', { count: Math.abs(exact) })
  if (wins_in) return t('wins_in_short', { count: Math.abs(wins_in) })
  return score === null ? '–' : score === 0 ? '0.0' : `+${Math.abs(score).toFixed(1)}`
}

/** The result in an endgame table, with the number of turns to the win if the table knows it. */
function tableText(score: number | null, wins_in: number | null | undefined): string {
  if (score !== null) return t('table_draws_short')
  return wins_in ? t('table_wins_in_short', { count: Math.abs(wins_in) }) : t('table_wins_short')
}

/** The verdict on a position: its outcome, or the engine's latest verdict on it or on the positions before it. */
export function verdictAt(node: GameNode): Verdict | null {
  const outcome = node.scene?.outcome
  if (outcome) return { chance: outcome.winner === null ? 0.5 : 1 - outcome.winner, score: null }
  return node.path.findLast(({ verdict }) => verdict)?.verdict ?? null
}
