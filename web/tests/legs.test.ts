// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { MatchState } from '../src/lib/match.svelte'
import { endingTitle } from '../src/match/ending'
import { firstGame, score, standing } from '../src/match/legs'
import { sidesDiffer } from '../src/parts/setup'
import type { Side } from '../src/protocol/core/sides'
import type { Total } from '../src/protocol/play/legs'
import type { Scene } from '../src/protocol/play/scene'

const person = (name: string) => ({ kind: 'person' as const, account: name, name })

function match(changes: Partial<MatchState>): MatchState {
  const made = new MatchState('m')
  made.seats = [person('Anna'), person('Ben')]
  return Object.assign(made, changes)
}

const created = (leg: unknown) => ({ created: { leg } }) as Partial<MatchState>
const second = (winner: Side | null, turns: number) => created({ number: 2, first: { match: 'one', winner, turns } })
const total = (points: [number, number], turns: Total['turns'], winner: Side | null) => ({
  total: { points, turns, winner },
})

describe('a match of two games', () => {
  it('names the winner of the first game, though the players have swapped sides', () => {
    expect(firstGame(match(second(0, 41)))).toBe('First game: won by Ben in 41 turns')
    expect(firstGame(match(second(1, 1)))).toBe('First game: won by Anna in 1 turn')
    expect(firstGame(match(second(null, 9)))).toBe('First game: drawn')
    expect(firstGame(match(created({ number: 1 })))).toBe('')
  })

  it('shows the score after the first game', () => {
    const first = created({ number: 1 })
    expect(standing(match({ ...first, result: { winner: 1, reason: 'left' } }))).toBe(
      '1–0 for Ben after the first game.',
    )
    expect(standing(match({ ...first, result: { winner: null, reason: 'agreed' } }))).toBe('½–½ after the first game.')
    expect(standing(match({ ...created(null), result: { winner: 1, reason: 'left' } }))).toBe('')
  })

  it('shows the total and the reason', () => {
    expect(standing(match(total([0, 2], [null, 30], 1)))).toBe('Both games: 2–0. Ben wins the match.')
    expect(standing(match(total([1.5, 0.5], [30, null], 0)))).toBe('Both games: 1½–½. Anna wins the match.')
    expect(standing(match(total([1, 1], [41, 56], 0)))).toBe('1–1; Anna needed 41 turns, Ben 56: Anna wins the match.')
    expect(standing(match(total([1, 1], [9, 1], 1)))).toBe('1–1; Ben needed 1 turn, Anna 9: Ben wins the match.')
    expect(standing(match(total([1, 1], [9, 9], null)))).toBe('1–1, and both needed 9 turns: the match is drawn.')
    expect(standing(match(total([1, 1], [null, null], null)))).toBe('Both games were drawn, and so is the match.')
  })

  it('is decided by the total, not by the second game', () => {
    const ended = match({ ...total([1, 1], [56, 41], 1), result: { winner: 0, reason: 'left' } })
    expect(endingTitle(ended, [0])).toBe('You lost the match')
    expect(endingTitle(ended, [1])).toBe('You won the match')
    expect(endingTitle(ended, [])).toBe('Ben wins the match')
    expect(endingTitle(match(total([1, 1], [null, null], null)), [0])).toBe('The match is drawn')
  })

  it('writes halves as ½', () => {
    expect([0, 0.5, 1, 1.5, 2].map(score)).toEqual(['0', '½', '1', '1½', '2'])
  })
})

describe('sides that differ', () => {
  const scene = (...owners: [Side, string][]) =>
    ({ pieces: owners.map(([owner, shape]) => ({ owner, shape })) }) as Scene

  it('are recognised by the pieces each starts with', () => {
    expect(sidesDiffer(scene([0, 'pawn'], [1, 'king'], [0, 'king'], [1, 'pawn']))).toBe(false)
    expect(sidesDiffer(scene([0, 'pawn'], [0, 'pawn'], [1, 'pawn']))).toBe(true)
    expect(sidesDiffer(scene([0, 'pawn'], [0, 'pawn'], [1, 'pawn'], [1, 'king']))).toBe(true)
    expect(sidesDiffer(scene([0, 'round'], [1, 'square']))).toBe(false) // only the shapes differ
    expect(sidesDiffer(scene())).toBe(false)
  })
})
