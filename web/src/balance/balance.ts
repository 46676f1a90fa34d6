/** The balance of the games as reported by the server, prepared for charts. */

import type { Side } from '../protocol/core/sides'
import type { GameShown } from '../protocol/games'
import type { BotBalance, PeopleBalance, BalanceResult } from '../protocol/balance'

/** The side that is ahead by more than the error; null if neither is. */
export function favoured({ score, error }: BalanceResult): Side | null {
  if (Math.abs(score - 0.5) <= error) return null
  return score > 0.5 ? 0 : 1
}

/** The score of a side. */
export function scoreOf({ score }: BalanceResult, side: Side): number {
  return side === 0 ? score : 1 - score
}

export interface Bar {
  dot: number
  from: number
  to: number
}

/** A measurement in percent from the left; the first side is on the left, so the dot leans to the stronger side. */
export function bar({ score, error }: BalanceResult): Bar {
  const percent = (share: number): number => 100 * Math.min(1, Math.max(0, share))
  const dot = 1 - score
  return { dot: percent(dot), from: percent(dot - error), to: percent(dot + error) }
}

/** The measurements made with the default options. */
export function usual(bots: BotBalance[], game: GameShown): BotBalance[] {
  const defaults = new Map(game.options.map((option) => [option.name, option.default]))
  return bots.filter(({ choices }) => Object.entries(choices).every(([name, value]) => defaults.get(name) === value))
}

/** Measurements grouped by level. */
export function byLevel(bots: BotBalance[]): [level: number, bots: BotBalance[]][] {
  const levels = [...new Set(bots.map(({ level }) => level))].sort((one, other) => one - other)
  return levels.map((level) => [level, bots.filter((each) => each.level === level)])
}

/** The measurement to quote: for bots, the one of the highest level. */
export function strongest(bots: BotBalance[]): BotBalance | undefined {
  return bots.reduce<BotBalance | undefined>(
    (best, each) => (best && best.level >= each.level ? best : each),
    undefined,
  )
}

export function mostPlayed(people: PeopleBalance[]): PeopleBalance | undefined {
  return people.reduce<PeopleBalance | undefined>(
    (best, each) => (best && best.games >= each.games ? best : each),
    undefined,
  )
}
