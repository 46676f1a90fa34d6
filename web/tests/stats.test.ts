import { describe, expect, it } from 'vitest'
import { band, line, scale, ticks, type Frame } from '../src/account/stats/chart'
import { chapters, played } from '../src/account/stats/sums'
import type { PlayerStats, Point, Profile } from '../src/protocol/ratings'

const counted = (game: string, level: number | null, side: 0 | 1, won: number, lost: number): PlayerStats => ({
  game,
  opponent: level ? 'bot' : 'friend',
  level,
  side,
  stats: { won, lost, drawn: 1, captures: 5, longest: 10 * won },
})

describe('chapters', () => {
  const profile: Profile = {
    name: 'Ann',
    since: 0,
    ratings: [
      {
        game: 'rare',
        rating: { rating: 1500, deviation: 100, volatility: 0.06 },
        played: 1,
        provisional: false,
      },
    ],
    stats: [counted('usual', 10, 0, 1, 0), counted('usual', 2, 0, 2, 1), counted('usual', null, 1, 3, 0)],
    streaks: [{ game: 'usual', opponent: 'friend', level: null, streak: { current: 1, best: 3 } }],
  }
  const [usual, rare] = chapters(profile)

  it('come with the most played first, including one with only a rating', () => {
    expect([usual?.game, rare?.game]).toEqual(['usual', 'rare'])
    expect(rare?.rated?.played).toBe(1)
    expect(played(rare!.tally)).toBe(0)
  })

  it('add up', () => {
    expect(usual?.tally).toEqual({ won: 6, drawn: 3, lost: 1 })
    expect([usual?.captures, usual?.longest, usual?.best]).toEqual([15, 30, 3])
  })

  it('list people before bots, and bots by level', () => {
    expect(usual?.lines.map(({ opponent, level }) => [opponent, level])).toEqual([
      ['friend', null],
      ['bot', 2],
      ['bot', 10],
    ])
    expect(usual?.lines[1]?.streak).toEqual({ current: 0, best: 0 })
  })
})

describe('a rating chart', () => {
  const frame: Frame = { width: 240, height: 120, left: 40, right: 0, top: 10, bottom: 10 }
  const point = (rating: number, deviation: number): Point => ({
    match: String(rating),
    at: 0,
    rating: { rating, deviation, volatility: 0 },
    provisional: false,
  })
  const points = [point(1500, 50), point(1600, 50), point(1550, 25)]

  it('has lines at round numbers around all values', () => {
    expect(ticks(1403, 1697)).toEqual([1400, 1500, 1600, 1700])
    expect(ticks(1500, 1500)).toEqual([1500, 1510])
  })

  it('spaces matches evenly from left to right and puts higher ratings higher', () => {
    const at = scale(points, frame)
    expect([at.x(0), at.x(1), at.x(2)]).toEqual([40, 140, 240])
    expect([at.y(at.ticks[0]!), at.y(at.ticks.at(-1)!)]).toEqual([110, 10])
    expect([at.nearest(-5), at.nearest(130), at.nearest(999)]).toEqual([0, 1, 2])
  })

  it('draws a line and a band of two deviations either way', () => {
    const at = scale(points, frame)
    expect(line(points, at)).toBe(
      `M40.0 ${at.y(1500).toFixed(1)}L140.0 ${at.y(1600).toFixed(1)}L240.0 ${at.y(1550).toFixed(1)}`,
    )
    expect(band(points, at)).toContain(`M40.0 ${at.y(1600).toFixed(1)}L`)
    expect(band(points, at).endsWith(`L40.0 ${at.y(1400).toFixed(1)}Z`)).toBe(true)
  })

  it('has a single match in the middle', () => {
    const at = scale(points.slice(0, 1), frame)
    expect(at.x(0)).toBe(140)
    expect(at.nearest(50)).toBe(0)
  })
})
