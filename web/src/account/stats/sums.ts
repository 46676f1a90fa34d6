/** A player's totals, sorted for display: by game, then by opponent, then by side. */

import type { PlayerStats, Profile, PlayerRating, PlayerStreak } from '../../protocol/ratings'

export interface Tally {
  won: number
  drawn: number
  lost: number
}

/** A kind of opponent; for bots, one level. */
export type OpponentKey = Pick<PlayerStats, 'opponent' | 'level'>

export interface OpponentTotals extends OpponentKey {
  key: string
  sides: PlayerStats[]
  streak: PlayerStreak['streak']
}

export interface Chapter {
  game: string
  tally: Tally
  captures: number
  longest: number
  best: number // most wins in a row against one kind of opponent
  rated: PlayerRating | null
  lines: OpponentTotals[]
}

export function played({ won, drawn, lost }: Tally): number {
  return won + drawn + lost
}

export function tally(counted: PlayerStats[]): Tally {
  const sum = (what: keyof Tally) => counted.reduce((total, { stats }) => total + stats[what], 0)
  return { won: sum('won'), drawn: sum('drawn'), lost: sum('lost') }
}

/** One chapter for each game played, the most played first. */
export function chapters(profile: Profile): Chapter[] {
  const keys = new Set([...profile.stats, ...profile.ratings].map(({ game }) => game))
  return [...keys].map((key) => chapter(profile, key)).sort((one, other) => played(other.tally) - played(one.tally))
}

function chapter(profile: Profile, game: string): Chapter {
  const here = (each: { game: string }) => each.game === game
  const counted = profile.stats.filter(here)
  const streaks = profile.streaks.filter(here)
  const opponents = new Map(counted.map((each) => [keyOf(each), each]))
  return {
    game,
    tally: tally(counted),
    captures: counted.reduce((total, { stats }) => total + stats.captures, 0),
    longest: Math.max(0, ...counted.map(({ stats }) => stats.longest)),
    best: Math.max(0, ...streaks.map(({ streak }) => streak.best)),
    rated: profile.ratings.find(here) ?? null,
    lines: [...opponents].sort(byOpponent).map(([key, { opponent, level }]) => ({
      key,
      opponent,
      level,
      sides: counted.filter((each) => keyOf(each) === key),
      streak: streaks.find((each) => keyOf(each) === key)?.streak ?? { current: 0, best: 0 },
    })),
  }
}

const keyOf = ({ opponent, level }: OpponentKey): string => `${opponent} ${level ?? ''}`

/** People before bots, and bots by their level. */
function byOpponent([one, first]: [string, OpponentKey], [other, second]: [string, OpponentKey]): number {
  return (first.level ?? 0) - (second.level ?? 0) || one.localeCompare(other)
}
