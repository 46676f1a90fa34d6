/** Figures of balance in words. */

import type { Side } from '../lib/scene'
import { settings } from '../lib/settings.svelte'
import { counted, sayCapital, t } from '../words/words.svelte'
import { favoured, scoreOf, type PeopleWeighed, type Weighed } from './balance'

/** A share in percent with so many digits behind the point, as people here write it. */
export function percent(share: number, digits = 0): string {
  return (100 * share).toLocaleString(settings.language, { maximumFractionDigits: digits })
}

function values(weighed: Weighed, side: Side): { score: string; error: string } {
  return { score: percent(scoreOf(weighed, side), 1), error: percent(weighed.error, weighed.error < 0.01 ? 1 : 0) }
}

/** The first side's score and its error. */
export const figure = (weighed: Weighed): string => t('balance_figure', values(weighed, 0))

/** What it means: who is ahead, or that the games do not tell. */
export function verdict(weighed: Weighed, players: [string, string]): string {
  const ahead = favoured(weighed)
  const side: Side = ahead ?? (weighed.score >= 0.5 ? 0 : 1)
  const told = { side: sayCapital(players[side]), ...values(weighed, side) }
  return ahead === null ? counted('balance_even', weighed.games, told) : t('balance_advantage', told)
}

/** Which ratings a band has. */
export function bandName({ least, below }: PeopleWeighed): string {
  if (least === null) return t('balance_band_below', { below: below ?? '' })
  return below === null ? t('balance_band_above', { least }) : t('balance_band', { least, most: below - 1 })
}
