// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { ahead, percent, scoreText, standing, verdictAt } from '../src/study/chances'
import { nameOf, press } from '../src/study/keys'
import { grown } from '../src/study/tree.svelte'
import { turnsOf } from '../src/study/turns'
import type { Side } from '../src/protocol/core/sides'
import type { Scene } from '../src/protocol/play/scene'

const players: [string, string] = ['dark', 'light']
const at = (chance: number, wins_in: number | null = null) => ({
  chance,
  score: wins_in === null ? 1.25 : null,
  wins_in,
})

describe('the verdict on a position', () => {
  it('is put into words for the side that is ahead', () => {
    expect([0.5, 0.57, 0.7, 0.85, 0.97].map((chance) => standing(at(chance), players))).toEqual([
      'Even',
      'Dark: slightly better',
      'Dark: better',
      'Dark: winning',
      'Dark: as good as won',
    ])
    expect(standing(at(0.3), players)).toBe('Light: better')
    expect(standing(at(0, -1), players)).toBe('Light: wins in 1 turn')
    expect(standing(at(1, 3), players)).toBe('Dark: wins in 3 turns')
  })

  it('is a percentage for either side', () => {
    expect([percent(0.624, 0), percent(0.624, 1)]).toEqual([62, 38])
    expect([ahead(at(0.52)), ahead(at(0.9)), ahead(at(0.1)), ahead(at(0.5, -4))]).toEqual([null, 0, 1, 1])
  })

  it('has a score from the view of the side ahead', () => {
    expect([scoreText(at(0.7)), scoreText({ chance: 0.3, score: -2 }), scoreText({ chance: 0.5, score: 0 })]).toEqual([
      '+1.3',
      '+2.0',
      '0.0',
    ])
    expect([scoreText(at(0, -5)), scoreText({ chance: 1, score: null })]).toEqual(['wins in 5', '–'])
  })

  it('is the exact result where it is known', () => {
    const exact = (margin: number) => ({ ...at((Math.sign(margin) + 1) / 2, margin), exact: margin })
    expect([exact(6), exact(-10), exact(0)].map((verdict) => standing(verdict, players))).toEqual([
      'Dark: exact: wins by 6',
      'Light: exact: wins by 10',
      'Exact: a draw',
    ])
    expect([exact(-6), exact(0)].map(scoreText)).toEqual(['exact: wins by 6', 'exact: draw'])
  })

  it('comes from the outcome, or from the last verdict on the path', () => {
    const root = grown(['a', 'b'])
    const [a, b] = root.ahead
    expect(verdictAt(b!)).toBe(null)
    a!.verdict = at(0.7)
    expect(verdictAt(b!)).toEqual(at(0.7))
    expect(verdictAt(root)).toBe(null)
    b!.scene = { outcome: { winner: 1, reason: 'x' } } as Scene
    expect(verdictAt(b!)).toEqual({ chance: 0, score: null })
  })
})

describe('turns of a line', () => {
  const line = (...steps: [Side, boolean][]) => {
    const nodes = grown(steps.map((_, index) => String(index))).ahead
    steps.forEach(([side, begins], index) => (nodes[index]!.told = { side, begins }))
    return nodes
  }
  const shown = (nodes: ReturnType<typeof line>) => turnsOf(nodes).map(({ side, nodes: all }) => [side, all.length])

  it('have all actions of a side until its next turn begins', () => {
    expect(shown(line([0, true], [0, false], [1, true], [0, true]))).toEqual([
      [0, 2],
      [1, 1],
      [0, 1],
    ])
  })

  it('of the same side are separate if the other side had none in between', () => {
    expect(shown(line([0, true], [0, true]))).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('alternate while the sides are unknown', () => {
    expect(shown(grown(['a', 'b', 'c']).ahead)).toEqual([
      [0, 1],
      [1, 1],
      [0, 1],
    ])
  })
})

describe('keys of a page', () => {
  const key = (name: string, more: KeyboardEventInit = {}) =>
    new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more })

  it('have names', () => {
    expect(nameOf(key('E'))).toBe('e')
    expect(nameOf(key('z', { ctrlKey: true }))).toBe('undo')
    expect(nameOf(key('Z', { metaKey: true, shiftKey: true }))).toBe('redo')
    expect(nameOf(key('y', { ctrlKey: true }))).toBe('redo')
    expect(nameOf(key('s', { ctrlKey: true }))).toBe('') // left to the browser
    expect(nameOf(key('e', { altKey: true }))).toBe('')
  })

  it.each([
    ['<main></main>', 'main', 'e', 1],
    ['<textarea></textarea>', 'textarea', 'e', 0],
    ['<dialog open><p></p></dialog>', 'p', 'e', 0],
    ['<button></button>', 'button', ' ', 0],
    ['<button></button>', 'button', 'e', 1],
  ])('%s: %s, %j', (html, place, name, times) => {
    document.body.innerHTML = html
    const act = vi.fn()
    addEventListener('keydown', (event) => press(event, { e: act, ' ': act }), { once: true })
    document.querySelector(place)!.dispatchEvent(key(name))
    expect(act).toHaveBeenCalledTimes(times)
  })
})
