import { describe, expect, it } from 'vitest'
import { missing, pageOf, readPly, turnsOf } from '../src/account/replay/plies'
import { inRows } from '../src/lib/turns'
import type { Scene } from '../src/lib/scene'

const scene = (action: string, to_move: 0 | 1, acted = 0) => ({ action, to_move, acted }) as Scene

describe('pages of scenes', () => {
  it('begin at multiples of 64', () => expect([0, 63, 64, 200].map(pageOf)).toEqual([0, 0, 64, 192]))

  it('are asked for from where one looks', () => {
    expect(missing(new Set([0]), 200, 130)).toBe(128)
    expect(missing(new Set([0, 128]), 200, 130)).toBe(64)
    expect(missing(new Set([0, 64, 128, 192]), 200, 130)).toBe(null)
    expect(missing(new Set([0]), 63, 0)).toBe(null)
    expect(missing(new Set([0]), 64, 0)).toBe(64) // the position after the last action is on a page of its own
  })

  it('a ply of an address is within the match', () => {
    expect([null, '7', '999', '-1', 'x', '1.5'].map((text) => readPly(text, 20))).toEqual([0, 7, 20, 0, 0, 0])
  })
})

describe('turns', () => {
  const scenes = [scene('', 0), scene('a1-a2', 0, 1), scene('end', 1), scene('b8-b7', 0), scene('c1-c2', 0, 1)]

  it('have all actions of a side until the other moves', () => {
    expect(turnsOf(scenes).map(({ side, steps }) => [side, steps.map(({ action }) => action)])).toEqual([
      [0, ['a1-a2', 'end']],
      [1, ['b8-b7']],
      [0, ['c1-c2']],
    ])
  })

  it('of one side after the other are two where the other had none', () => {
    expect(turnsOf([scene('', 0), scene('x', 0), scene('y', 0)]).length).toBe(2)
  })

  it('stand in rows', () => {
    const rows = inRows(turnsOf(scenes))
    expect(rows.map(([first, second]) => [first?.steps[0]?.ply, second?.steps[0]?.ply])).toEqual([
      [1, 3],
      [4, undefined],
    ])
  })

  it('leave out what has not come', () => expect(turnsOf([scene('', 0), undefined, scene('y', 0)])).toEqual([]))
})
