import { expect, test } from 'vitest'
import { follow, fresh, type Shown } from '../src/board/identity'
import type { Side } from '../src/protocol/core/sides'
import type { Piece, Scene } from '../src/protocol/play/scene'

function piece(cell: number, owner: Side, shape = 'disc', name = 'man'): Piece {
  return { cell, owner, shape, name, glyph: 'm' }
}

function scene(pieces: Piece[], last: number[] = []): Scene {
  return { pieces, last } as unknown as Scene
}

function idAt(shown: Shown[], cell: number): number | undefined {
  return shown.find((each) => each.cell === cell && !each.leaving)?.id
}

test('a piece that moves keeps its identity, and the piece it captures leaves', () => {
  const before = fresh(scene([piece(1, 0), piece(9, 1)]))
  const after = follow(before, scene([piece(18, 0)], [1, 18]))
  expect(idAt(after, 18)).toBe(idAt(before, 1))
  expect(after.filter((each) => each.leaving).map((each) => each.cell)).toEqual([9])
})

test('a piece that captures on its own cell keeps its identity', () => {
  const before = fresh(scene([piece(1, 0, 'rook', 'rook'), piece(9, 1, 'rook', 'rook')]))
  const after = follow(before, scene([piece(9, 0, 'rook', 'rook')], [1, 9]))
  expect(idAt(after, 9)).toBe(idAt(before, 1))
})

test('a piece that changes its colour stays on its cell', () => {
  const before = fresh(scene([piece(1, 0), piece(2, 1)]))
  const after = follow(before, scene([piece(1, 0), piece(2, 0), piece(3, 0)], [3]))
  expect(idAt(after, 2)).toBe(idAt(before, 2))
  expect(idAt(after, 3)).not.toBe(idAt(before, 1))
})

test('a piece that is promoted on its way keeps its identity', () => {
  const before = fresh(scene([piece(48, 0, 'pawn', 'pawn')]))
  const after = follow(before, scene([piece(56, 0, 'queen', 'queen')], [48, 56]))
  expect(idAt(after, 56)).toBe(idAt(before, 48))
})

test('two pieces that move at once are told apart', () => {
  const before = fresh(scene([piece(4, 0, 'king', 'king'), piece(7, 0, 'rook', 'rook')]))
  const after = follow(before, scene([piece(6, 0, 'king', 'king'), piece(5, 0, 'rook', 'rook')], [4, 6]))
  expect(idAt(after, 6)).toBe(idAt(before, 4))
  expect(idAt(after, 5)).toBe(idAt(before, 7))
})
