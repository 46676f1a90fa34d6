// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { inRows } from '../src/lib/turns'
import { statusOf, type Situation } from '../src/match/status'
import type { Scene } from '../src/protocol/play/scene'

function told(scene: Partial<Scene>, more: Partial<Situation> = {}): string {
  const shown = {
    players: ['white', 'black'],
    status: 'White to move.',
    action: 'a1',
    prompt: '',
    outcome: null,
    ...scene,
  } as unknown as Scene
  return statusOf({ scene: shown, mine: true, side: 0, mover: 1, sending: false, ...more })
}

it('says whose turn it is, and shows a special prompt', () => {
  expect(told({})).toBe('Your turn.')
  expect(told({}, { mine: false })).toBe('White to move.')
  expect(told({ prompt: 'Jump again, or end your turn.' })).toBe('Jump again, or end your turn.')
  expect(told({ prompt: 'Jump again, or end your turn.' }, { mine: false })).toBe('White to move.')
  expect(told({ prompt: 'Jump again, or end your turn.' }, { side: null })).toBe(
    'White to move. Jump again, or end your turn.',
  )
})

it('says who has no move', () => {
  expect(told({ action: 'pass' })).toBe('Black has no move: the turn passes. Your turn.')
  expect(told({ action: 'pass', status: 'Black to move.' }, { mine: false, mover: 0 })).toBe(
    'You have no move: the turn passes. Black to move.',
  )
})

it('does not prompt while an action is being sent', () => {
  expect(told({}, { sending: true })).toBe('Sending…')
})

it('puts the side that moved first into the first column', () => {
  const turns = [1, 0, 1].map((side) => ({ side: side as 0 | 1 }))
  expect(inRows(turns).map((row) => row.map((turn) => turn?.side))).toEqual([
    [1, 0],
    [1, undefined],
  ])
})
