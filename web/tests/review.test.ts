// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { inRows } from '../src/lib/turns'
import { area, graph } from '../src/review/graph'
import { missing, pageOf, readPly } from '../src/lib/plies'
import { judgedAt, nextFault, spread } from '../src/review/review.svelte'
import { grown } from '../src/study/tree.svelte'
import type { Review } from '../src/protocol/search/review'

describe('pages of scenes', () => {
  it('begin at multiples of 64', () => expect([0, 63, 64, 200].map(pageOf)).toEqual([0, 0, 64, 192]))

  it('are requested from the current position outwards', () => {
    expect(missing(new Set([0]), 200, 130)).toBe(128)
    expect(missing(new Set([0, 128]), 200, 130)).toBe(64)
    expect(missing(new Set([0, 64, 128, 192]), 200, 130)).toBe(null)
    expect(missing(new Set([0]), 63, 0)).toBe(null)
    expect(missing(new Set([0]), 64, 0)).toBe(64) // the position after the last action is on a page of its own
  })

  it('a ply from a URL is limited to the match', () => {
    expect([null, '7', '999', '-1', 'x', '1.5'].map((text) => readPly(text, 20))).toEqual([0, 7, 20, 0, 0, 0])
  })
})

it('turns are grouped into rows', () => {
  const turns = ([0, 1, 0, 0] as const).map((side, number) => ({ side, number }))
  expect(inRows(turns).map(([first, second]) => [first?.number, second?.number])).toEqual([
    [0, 1],
    [2, undefined],
    [3, undefined],
  ])
})

const judged = (mark: string, chance = 0.5) => ({ mark, chance, score: 0 })
const review = {
  plies: [judged('best', 0.5), judged('blunder', 0.6), judged('good', 0.3), judged('inaccuracy', 0.35)],
  final: { chance: 0.2, score: -3 },
} as unknown as Review

describe('a review', () => {
  it('gives a verdict on every position of the game', () => {
    const root = grown(['a', 'b', 'c', 'd'])
    spread(review, [root, ...root.ahead])
    expect([root, ...root.ahead].map(({ verdict }) => verdict?.chance)).toEqual([0.5, 0.6, 0.3, 0.35, 0.2])
  })

  it('judges only actions of the game', () => {
    const root = grown(['a', 'b', 'c', 'd'])
    expect(judgedAt(review, root)).toBe(null)
    expect(judgedAt(review, root.ahead[1]!)?.mark).toBe('blunder')
    expect(judgedAt(review, root.ahead[0]!.play('x'))).toBe(null)
    expect(judgedAt(null, root.ahead[1]!)).toBe(null)
  })

  it('leads from fault to fault', () => {
    expect([0, 2, 3, 4].map((ply) => nextFault(review, ply, 1))).toEqual([2, 4, 4, null])
    expect([4, 3, 2].map((ply) => nextFault(review, ply, -1))).toEqual([2, 2, null])
  })
})

describe('the graph', () => {
  const frame = { width: 112, height: 80 }
  const at = graph(4, frame)

  it('spaces positions evenly from left to right, with better chances higher', () => {
    expect([at.x(0), at.x(2), at.x(4)]).toEqual([6, 56, 106])
    expect([at.y(1), at.y(0.25)]).toEqual([0, 60])
  })

  it('finds the position at a place', () => {
    expect([-20, 6, 40, 300].map(at.ply)).toEqual([0, 0, 1, 4])
    expect(graph(0, frame).ply(50)).toBe(0)
  })

  it('fills the area below the chances', () => {
    expect(area([0.5, 1], graph(1, frame), frame)).toBe('M0 80L0 40.0L6.0 40.0L106.0 0.0L112 0.0L112 80Z')
  })
})
