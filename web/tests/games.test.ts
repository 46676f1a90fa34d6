// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { games } from '../src/words/games.svelte'
import type { MatchShown, Player } from '../src/protocol/matches'

const person = (name: string) => ({ kind: 'person', name }) as Player
const match = (players: [Player, Player], mine: number[]) => ({ players, mine }) as MatchShown

it('names the opponent', () => {
  expect(games.opponent(match([person('Ann'), person('Ben')], [1]))).toBe('Ann')
})

it('names the friend on the same screen, whose name old matches lack', () => {
  expect(games.opponent(match([{ kind: 'friend', name: 'Freya' } as Player, person('Ann')], [0, 1]))).toBe('Freya')
  expect(games.opponent(match([person('Ann'), person('Ann')], [0, 1]))).toBe('Friend')
})
