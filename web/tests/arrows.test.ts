import { describe, expect, it } from 'vitest'
import { arrowsOf, middle, shaft } from '../src/board/arrows'
import { cellsNamed } from '../src/lib/scene'
import type { Board } from '../src/protocol/core/display'

const board: Board = { files: 8, ranks: 8, marks: {}, chequered: true, mark_names: {} }

describe('arrows', () => {
  it('go from the middle of a cell to the middle of another', () => {
    expect(middle(board, 0, false)).toEqual({ x: 0.5, y: 7.5 })
    expect(middle(board, 0, true)).toEqual({ x: 7.5, y: 0.5 })
  })

  it('have a tip just short of the centre, and a symmetric head', () => {
    const { start, end, head } = shaft({ x: 0.5, y: 0.5 }, { x: 4.5, y: 0.5 })
    const points = head.split(' ').map((point) => point.split(',').map(Number))
    expect(points[0]).toEqual([4.38, 0.5])
    expect(points[1]![1]! - 0.5).toBeCloseTo(0.5 - points[2]![1]!)
    expect(start.x).toBeGreaterThan(0.5)
    expect(end.x).toBeLessThan(4.38)
    expect(start.y).toBe(0.5)
  })

  it('have a shaft even between neighbours', () => {
    const { start, end } = shaft({ x: 0.5, y: 0.5 }, { x: 0.5, y: 1.5 })
    expect(start.y).toBeGreaterThan(0.5)
    expect(end.y - start.y).toBeGreaterThan(0.2) // enough to be visible
  })

  it('follow the text of an action, whichever cell comes first on the board', () => {
    expect(cellsNamed(board, 'a1-c1')).toEqual([0, 2])
    expect(cellsNamed(board, 'c1-a1')).toEqual([2, 0])
    expect(cellsNamed(board, 'cheer:h8-a2')).toEqual([63, 8])
    expect(cellsNamed(board, 'b1')).toEqual([1])
    expect([cellsNamed(board, 'end'), cellsNamed(board, 'z9-z8')]).toEqual([[], []])
  })

  it('are made from the server’s cells', () => {
    expect(
      arrowsOf(
        [
          [1, 2],
          [5, 5],
        ],
        'other',
      ),
    ).toEqual([
      { from: 1, to: 2, kind: 'other' },
      { from: 5, to: 5, kind: 'other' },
    ])
  })
})
