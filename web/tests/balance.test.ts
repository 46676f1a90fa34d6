// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { bar, byLevel, favoured, mostPlayed, scoreOf, strongest, usual } from '../src/balance/balance'
import { bandName, figure, verdict } from '../src/balance/texts'
import type { GameShown } from '../src/protocol/games'
import type { BotBalance, PeopleBalance } from '../src/protocol/balance'

const result = (score: number, error: number, games = 100) => ({ score, error, games, drawn: 0 })
const bots = (level: number, choices: Record<string, string> = {}): BotBalance => ({
  ...result(0.5, 0.1),
  level,
  turns: 40,
  choices,
})
const people = (least: number | null, below: number | null, games = 10): PeopleBalance => ({
  ...result(0.5, 0.1, games),
  least,
  below,
})

describe('the side that is ahead', () => {
  it('is ahead by more than the error', () => {
    expect(favoured(result(0.61, 0.1))).toBe(0)
    expect(favoured(result(0.39, 0.1))).toBe(1)
    expect(favoured(result(0.6, 0.1))).toBe(null)
    expect(favoured(result(0.45, 0.1))).toBe(null)
  })

  it('has its own score', () => {
    expect(scoreOf(result(0.25, 0.1), 0)).toBe(0.25)
    expect(scoreOf(result(0.25, 0.1), 1)).toBe(0.75)
  })
})

describe('a bar', () => {
  it('leans to the stronger side, with the first side on the left', () => {
    expect(bar(result(0.75, 0.125))).toEqual({ dot: 25, from: 12.5, to: 37.5 })
  })

  it('stays within the chart', () => {
    expect(bar(result(0, 0.25))).toEqual({ dot: 100, from: 75, to: 100 })
  })
})

describe('the measurements of a game', () => {
  const game = { options: [{ name: 'white', default: 'usual' }] } as unknown as GameShown
  const all = [
    bots(2, { white: 'usual' }),
    bots(6, { white: 'other' }),
    bots(2, { white: 'other' }),
    bots(6, { white: 'usual' }),
  ]

  it('are divided into default and other options', () => {
    expect(usual(all, game).map(({ level }) => level)).toEqual([2, 6])
    expect(usual([bots(2)], game)).toHaveLength(1)
    expect(byLevel(all).map(([level, rows]) => [level, rows.length])).toEqual([
      [2, 2],
      [6, 2],
    ])
  })

  it('are summed up by the strongest bots and the most active rating band', () => {
    expect(strongest(all)?.level).toBe(6)
    expect(strongest([])).toBe(undefined)
    expect(mostPlayed([people(null, 1400, 3), people(1400, 1600, 8), people(1600, 1800, 5)])?.games).toBe(8)
  })
})

describe('balance in words', () => {
  it('explains a measurement', () => {
    expect(verdict(result(0.095, 0.039), ['attackers', 'defenders'])).toBe('Advantage Defenders: 90.5 ± 4 %')
    expect(verdict(result(0.44, 0.09), ['white', 'black'])).toBe('Even, as far as 100 games can tell: Black 56 ± 9 %')
    expect(verdict(result(1, 0.69, 1), ['white', 'black'])).toBe('1 game: too few to tell')
    expect(figure(result(0.5, 0.004))).toBe('50 ± 0.4 %')
  })

  it('names bands, including those open at one end', () => {
    expect([people(null, 1400), people(1400, 1600), people(1800, null)].map(bandName)).toEqual([
      'below 1400',
      '1400 to 1599',
      '1800 and above',
    ])
  })
})
