// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { Progress } from '../src/learn/progress.svelte'

beforeEach(() => localStorage.clear())

it('is empty for a new user', () => {
  expect(new Progress().done('some').size).toBe(0)
})

it('is kept between visits, with each step once', () => {
  const first = new Progress()
  for (const step of ['a', 'b', 'a']) first.note('some', step)
  expect([...first.done('some')]).toEqual(['a', 'b'])
  expect([...new Progress().done('some')]).toEqual(['a', 'b'])
})

it('ignores unreadable data', () => {
  for (const broken of ['{', '{"some": 3}', 'null']) {
    localStorage.setItem('quincunx-lessons', broken)
    expect(new Progress().done('some').size).toBe(0)
  }
})
