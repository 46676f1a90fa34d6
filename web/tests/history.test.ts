import { describe, expect, it } from 'vitest'
import { addressOf, isNarrowed, questionOf, readFilter, standing } from '../src/account/history/filter'
import type { MatchShown } from '../src/protocol/matches'

const read = (query: string) => readFilter(new URLSearchParams(query))

describe('a filter', () => {
  it('is written to the URL and read back', () => {
    const address = '/history?game=g&status=finished&result=won&against=friend'
    expect(addressOf(read(address.slice(9)))).toBe(address)
    expect(addressOf(read(''))).toBe('/history')
  })

  it('drops values that the server would refuse', () => {
    expect(read('status=nonsense&result=x&against=__proto__')).toEqual(read(''))
    expect([isNarrowed(read('')), isNarrowed(read('player=Ann')), isNarrowed(read('game=g'))]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('requests the user’s games page by page', () => {
    expect(questionOf(read(''), null)).toBe('/account/matches')
    const last = { updated: 17, id: 'm' } as MatchShown
    expect(questionOf(read('against=friend&result=lost'), last)).toBe(
      '/account/matches?result=lost&kind=invite&kind=challenge&before=17.m',
    )
  })

  it('requests the public games of others', () => {
    expect(questionOf(read('player=Ann&game=g&result=won'), null)).toBe('/matches?game=g&player=Ann')
  })
})

describe('the state of a match', () => {
  const match = (changes: Partial<MatchShown>) =>
    ({ status: 'finished', winner: 0, kind: 'invite', ...changes }) as MatchShown

  it.each([
    [{}, [0], 'won'],
    [{}, [1], 'lost'],
    [{ winner: null }, [1], 'drawn'],
    [{}, [], 'over'],
    [{ kind: 'hot_seat' }, [0, 1], 'over'],
    [{ status: 'running' }, [0], 'running'],
    [{ status: 'aborted' }, [0], 'aborted'],
  ] as [Partial<MatchShown>, number[], string][])('%j for %j is %s', (changes, sides, how) =>
    expect(standing(match(changes), sides)).toBe(how),
  )
})
