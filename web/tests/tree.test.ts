import { describe, expect, it } from 'vitest'
import { grown } from '../src/study/tree.svelte'
import type { Scene } from '../src/protocol/play/scene'

const ways = (nodes: { action: string }[]) => nodes.map(({ action }) => action)

describe('a tree of lines', () => {
  it('has a main line, and other actions are variations', () => {
    const root = grown(['a', 'b', 'c'])
    const b = root.ahead[1]!
    const side = b.play('x').play('y')
    expect(ways(root.ahead)).toEqual(['a', 'b', 'c'])
    expect(side.actions).toEqual(['a', 'b', 'x', 'y'])
    expect(side.ply).toBe(4)
    expect(side.fork).toBe(b)
    expect(b.fork).toBe(b)
  })

  it('reuses positions played before', () => {
    const root = grown(['a', 'b'])
    expect(root.play('a')).toBe(root.next[0])
    expect(root.next.length).toBe(1)
  })

  it('removes a variation', () => {
    const root = grown(['a', 'b'])
    root.play('x').drop()
    expect(ways(root.next)).toEqual(['a'])
  })

  it('knows who played, from the previous scene or from the stored step', () => {
    const root = grown(['a', 'end'])
    const [a, end] = root.ahead
    expect(a!.step).toBe(null)
    a!.told = { side: 0, begins: true }
    expect(a!.step).toEqual({ side: 0, begins: true })
    a!.scene = { to_move: 0, acted: 1 } as Scene
    expect(end!.step).toEqual({ side: 0, begins: false })
  })
})
