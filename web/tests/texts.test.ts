// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { readLink, writeLink } from '../src/study/link'
import type { Line } from '../src/study/positions'
import { isForeign, readText, writeRecord } from '../src/study/record'
import type { Scene } from '../src/protocol/play/scene'

const given: Line = { game: 'some', options: { n: 8 }, position: '', actions: [] }
const scene = { outcome: null, players: ['dark', 'light'] } as unknown as Scene

describe('a pasted text', () => {
  it('is a position if it starts with a board', () => {
    expect(readText(' 3a/4/b3 d turn:4\n', given)).toEqual({ ...given, position: '3a/4/b3 d turn:4' })
  })

  it('is a record if it has a header', () => {
    const text =
      'Game: other\nOption first: light\nOption size: 10\nOption army: {"a":1}\nPlayer x: Ann\nResult: *\nStart: 8/8 w\n\na1-a2 b2-b3 ; a comment\n; another\nend'
    expect(readText(text, given)).toEqual({
      game: 'other',
      options: { first: 'light', size: 10, army: { a: 1 } },
      position: '8/8 w',
      actions: ['a1-a2', 'b2-b3', 'end'],
    })
  })

  it('is a line of the chosen game if it names none', () => {
    expect(readText('a1-a2 b2-b3\nend', given)).toEqual({ ...given, actions: ['a1-a2', 'b2-b3', 'end'] })
  })

  it('is left to the server if it is neither', () => {
    for (const text of ['[White "Ann"]\n\n1. e4', 'f5d6c3', '1. 11-15', 'e4 e5', '; a comment\ne4'])
      expect(isForeign(text)).toBe(true)
    for (const text of ['8/8 w', 'Game: some\n\na1', '; a comment\nResult: *']) expect(isForeign(text)).toBe(false)
  })

  it('drops options of another game', () => {
    expect(readText('Game: other\n\nx', given)).toEqual({
      game: 'other',
      options: {},
      position: '',
      actions: ['x'],
    })
    expect(readText('Game: some\n\nx', given)).toEqual({ ...given, actions: ['x'] })
  })
})

describe('a record', () => {
  const line: Line = { ...given, options: { n: 8, first: 'light' }, position: '8/8 w', actions: ['a', 'end', 'b', 'c'] }
  const steps = [
    { side: 0, begins: true },
    { side: 0, begins: false },
    { side: 1, begins: true },
    { side: 0, begins: true },
  ] as const

  it('has one line per pair of turns, and reads back', () => {
    const text = writeRecord(line, [...steps], scene)
    expect(text.split('\n').slice(-4)).toEqual(['', 'a end b', 'c', ''])
    expect(text).toContain('Result: *\n')
    expect(readText(text, { ...given, game: '' })).toEqual(line)
  })

  it('contains the result', () => {
    const over = (winner: 0 | 1 | null) => ({ ...scene, outcome: { winner, reason: 'mate' } }) as Scene
    expect(writeRecord(line, [], over(1))).toContain('Result: light (mate)')
    expect(writeRecord(line, [], over(null))).toContain('Result: draw (mate)')
  })
})

describe('a link', () => {
  it('holds everything', () => {
    const line: Line = {
      game: 'some',
      options: { n: 8 },
      position: '8/8 w',
      actions: ['a1-a2', 'b7-b8=Q'],
    }
    const link = writeLink(line, 1)
    expect(link.startsWith('/analysis?game=some')).toBe(true)
    expect(readLink(new URLSearchParams(link.split('?')[1]))).toEqual({ line, ply: 1 })
  })

  it('is short if there is little to include', () => {
    expect(writeLink({ ...given, options: {} }, 0)).toBe('/analysis?game=some')
    expect(readLink(new URLSearchParams('game=some'))).toEqual({ line: { ...given, options: {} }, ply: 0 })
  })

  it('is ignored if it is broken', () => {
    expect(readLink(new URLSearchParams(''))).toBe(null)
    expect(readLink(new URLSearchParams('game=x&options=[1]&ply=-3&moves=a b'))).toEqual({
      line: { game: 'x', options: {}, position: '', actions: ['a', 'b'] },
      ply: 2,
    })
    expect(readLink(new URLSearchParams('game=x&options={&ply=9&moves=a'))?.ply).toBe(1)
  })
})
