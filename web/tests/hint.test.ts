import { expect, test } from 'vitest'
import { arrowsFor } from '../src/board/arrows'
import type { Scene } from '../src/protocol/play/scene'

const scene = {
  paths: [
    [[12, 28], 'e2-e4', 0],
    [[52, 60, 'promote to queen'], 'e7-e8=Q', 0],
    [[44], 'e6', 0],
  ],
  choices: ['end'],
} as unknown as Scene

test('a hint is an arrow from the origin of an action to its destination', () => {
  expect(arrowsFor(scene, 'e2-e4')).toEqual([{ from: 12, to: 28 }])
  expect(arrowsFor(scene, 'e7-e8=Q')).toEqual([{ from: 52, to: 60 }])
})

test('a placement is a ring, and an action without cells has no arrow', () => {
  expect(arrowsFor(scene, 'e6')).toEqual([{ from: 44, to: 44 }])
  expect(arrowsFor(scene, 'end')).toEqual([])
})
