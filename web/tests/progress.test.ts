// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

async function progress() {
  return (await import('../src/learn/progress.svelte')).progress
}

it('is empty for somebody new', async () => {
  expect((await progress()).done('some').size).toBe(0)
})

it('is kept from one visit to the next, each step once', async () => {
  const first = await progress()
  first.note('some', 'a')
  first.note('some', 'b')
  first.note('some', 'a')
  vi.resetModules()
  expect([...(await progress()).done('some')]).toEqual(['a', 'b'])
})

it('takes what cannot be read for nothing', async () => {
  for (const broken of ['{', '{"some": 3}', 'null']) {
    localStorage.setItem('quincunx-lessons', broken)
    vi.resetModules()
    expect((await progress()).done('some').size).toBe(0)
  }
})
