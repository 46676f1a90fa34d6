import { expect, test } from 'vitest'
import { Walker } from '../src/lib/walker'
import type { Scene } from '../src/protocol/play/scene'

const scene = {
  paths: [
    [[3, 25], 'd1-d4', 0],
    [[3, 2], 'd1-c1', 1],
    [[52, 60, 'promote to queen'], 'e7-e8=Q', 0],
    [[52, 60, 'promote to rook'], 'e7-e8=R', 0],
  ],
  choices: ['end'],
  forced: [],
} as unknown as Scene

test('cells that can be picked, one after another', () => {
  const walker = new Walker(scene)
  expect(walker.cells([]).sort()).toEqual([3, 52])
  expect(walker.cells([3]).sort()).toEqual([2, 25])
  expect(walker.choices([52, 60])).toEqual(['promote to queen', 'promote to rook'])
})

test('a whole path is an action, the start of one continues, anything else leads nowhere', () => {
  const walker = new Walker(scene)
  expect(walker.pick([], 3)).toEqual({ picks: [3] })
  expect(walker.pick([3], 25)).toEqual({ action: 'd1-d4' })
  expect(walker.pick([52], 60)).toEqual({ picks: [52, 60] })
  expect(walker.pick([52, 60], 'promote to rook')).toEqual({ action: 'e7-e8=R' })
  expect(walker.pick([3], 52)).toEqual({ nowhere: [3, 52] })
})

test('actions that capture a piece', () => {
  const walker = new Walker(scene)
  expect(walker.takes([3, 2])).toBe(true)
  expect(walker.takes([3, 25])).toBe(false)
})
