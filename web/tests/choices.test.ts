// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { Chosen } from '../src/pages/new/choices.svelte'
import type { GameShown } from '../src/protocol/games'

const game = { key: 'g', clock: null, options: [], person_side: null } as unknown as GameShown

beforeEach(() => localStorage.clear())

it('keeps a match on one screen private by default', () => {
  const chosen = new Chosen(() => 'friend')
  expect(chosen.choice(game).public).toBe(false)
  chosen.public = true
  chosen.keep()
  expect(new Chosen(() => 'friend').choice(game).public).toBe(true)
})

it('makes other matches public by default', () => {
  localStorage.setItem('quincunx-new', JSON.stringify({ public: false }))
  expect(new Chosen(() => 'bot').choice(game).public).toBe(false)
  localStorage.clear()
  expect(new Chosen(() => 'bot').choice(game).public).toBe(true)
})
