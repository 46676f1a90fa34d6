/** How even the games are, as the server tells it, and what a chart makes of it. */

import type { Side } from '../protocol/core/sides'
import type { GameShown } from '../protocol/games'
import type { BotsWeighed, PeopleWeighed, Weighed } from '../protocol/balance'

/** Who is ahead, beyond the error; null where the games do not tell. */
export function favoured({ score, error }: Weighed): Side | null {
  if (Math.abs(score - 0.5) <= error) return null
  return score > 0.5 ? 0 : 1
}

/** What a side scores. */
export function scoreOf({ score }: Weighed, side: Side): number {
  return side === 0 ? score : 1 - score
}

export interface Bar {
  dot: number
  from: number
  to: number
}

/** Where a measurement stands, in percent from the left: the first side's end is the left one, so it leans to who wins. */
export function bar({ score, error }: Weighed): Bar {
  const percent = (share: number): number => 100 * Math.min(1, Math.max(0, share))
  const dot = 1 - score
  return { dot: percent(dot), from: percent(dot - error), to: percent(dot + error) }
}

/** What was measured with the usual choices. */
export function usual(bots: BotsWeighed[], game: GameShown): BotsWeighed[] {
  const defaults = new Map(game.options.map((option) => [option.name, option.default]))
  return bots.filter(({ choices }) => Object.entries(choices).every(([name, value]) => defaults.get(name) === value))
}

/** The rest, level by level. */
export function byLevel(bots: BotsWeighed[]): [level: number, bots: BotsWeighed[]][] {
  const levels = [...new Set(bots.map(({ level }) => level))].sort((one, other) => one - other)
  return levels.map((level) => [level, bots.filter((each) => each.level === level)])
}

/** The one to speak of: of bots the strongest, of people those who have played most. */
export function strongest(bots: BotsWeighed[]): BotsWeighed | undefined {
  return bots.reduce<BotsWeighed | undefined>(
    (best, each) => (best && best.level >= each.level ? best : each),
    undefined,
  )
}

export function mostPlayed(people: PeopleWeighed[]): PeopleWeighed | undefined {
  return people.reduce<PeopleWeighed | undefined>(
    (best, each) => (best && best.games >= each.games ? best : each),
    undefined,
  )
}
