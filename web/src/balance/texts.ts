/** Balance figures as text. */

import { settings } from '../lib/settings.svelte'
import { counted, sayCapital, t } from '../words/words.svelte'
import { favoured, scoreOf } from './balance'
import type { Side } from '../protocol/core/sides'
import type { PeopleBalance, BalanceResult } from '../protocol/balance'
import type { Text } from '../protocol/words'

const MOST_DOUBT = 0.15 // maximum error with which a game may be called even

/** A share in percent with at most this many decimals, formatted for the language. */
export function percent(share: number, digits = 0): string {
  return (100 * share).toLocaleString(settings.language, { maximumFractionDigits: digits })
}

/** A number of games, formatted for the language. */
export const whole = (count: number): string => count.toLocaleString(settings.language)

function values(result: BalanceResult, side: Side): { score: string; error: string } {
  return { score: percent(scoreOf(result, side), 1), error: percent(result.error, result.error < 0.01 ? 1 : 0) }
}

/** The first side's score and its error. */
export const figure = (result: BalanceResult): string => t('balance_figure', values(result, 0))

/** The conclusion: which side is ahead, that neither is, or that there are too few games. */
export function verdict(result: BalanceResult, players: [Text, Text]): string {
  const ahead = favoured(result)
  if (ahead === null && result.error > MOST_DOUBT) return counted('balance_few', result.games)
  const side: Side = ahead ?? (result.score >= 0.5 ? 0 : 1)
  const told = { count: whole(result.games), side: sayCapital(players[side]), ...values(result, side) }
  return t(ahead === null ? 'balance_even' : 'balance_advantage', told)
}

/** The name of a rating band. */
export function bandName({ least, below }: PeopleBalance): string {
  if (least === null) return t('balance_band_below', { below: below ?? '' })
  return below === null ? t('balance_band_above', { least }) : t('balance_band', { least, most: below - 1 })
}
