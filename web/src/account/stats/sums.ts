/** A player's totals, sorted for display: by game, then by opponent, then by side. */

import type { Counted, Profile, Rated, Streaking } from '../../protocol/ratings'

export interface Tally {
  won: number
  drawn: number
  lost: number
}

export interface OpponentTotals {
  opponent: string
  sides: Counted[]
  streak: Streaking['streak']
}

export interface Chapter {
  game: string
  tally: Tally
  captures: number
  longest: number
  best: number // most wins in a row against one kind of opponent
  rated: Rated | null
  lines: OpponentTotals[]
}

export function played({ won, drawn, lost }: Tally): number {
  return won + drawn + lost
}

export function tally(counted: Counted[]): Tally {
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
  const opponents = [...new Set(counted.map(({ opponent }) => opponent))].sort(byOpponent)
  return {
    game,
    tally: tally(counted),
    captures: counted.reduce((total, { stats }) => total + stats.captures, 0),
    longest: Math.max(0, ...counted.map(({ stats }) => stats.longest)),
    best: Math.max(0, ...streaks.map(({ streak }) => streak.best)),
    rated: profile.ratings.find(here) ?? null,
    lines: opponents.map((opponent) => ({
      opponent,
      sides: counted.filter((each) => each.opponent === opponent),
      streak: streaks.find((each) => each.opponent === opponent)?.streak ?? { current: 0, best: 0 },
    })),
  }
}

/** People before bots, and bots by their level. */
function byOpponent(one: string, other: string): number {
  const bot = (name: string) => Number(name.startsWith('level '))
  return bot(one) - bot(other) || one.localeCompare(other, 'en', { numeric: true })
}
