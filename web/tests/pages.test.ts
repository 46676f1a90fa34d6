// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { publicOf } from '../src/account/history/filter'
import { MatchPages } from '../src/account/history/pages.svelte'

const FULL = 50
const asked: string[] = []
let left: number // matches left on the server
let away: boolean

beforeEach(() => {
  asked.length = 0
  away = false
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (away) throw new TypeError('offline')
    const newest = Number(new URL(path, 'http://here').searchParams.get('before') ?? left + 1) - 1
    const page = Array.from({ length: Math.min(FULL, newest) }, (_, index) => ({
      id: String(newest - index),
      updated: newest - index,
    }))
    return new Response(JSON.stringify(page))
  })
})

it('are loaded one after another, until there are no more', async () => {
  left = 60
  const pages = new MatchPages((last) => publicOf({ game: '', status: 'running' }, last))
  await pages.start()
  expect([pages.matches.length, pages.more]).toEqual([50, true])
  await pages.next()
  expect([pages.matches.length, pages.more]).toEqual([60, false])
  expect(asked).toEqual(['/api/matches?status=running', '/api/matches?status=running&before=11.11'])
})

it('are loaded once, even if requested repeatedly', async () => {
  left = 60
  const pages = new MatchPages((last) => publicOf({ game: 'g', status: '' }, last))
  await pages.start()
  await Promise.all([pages.next(), pages.next()])
  expect([pages.matches.length, asked.length]).toEqual([60, 2])
})

it('of an older request are not shown', async () => {
  left = 60
  const pages = new MatchPages((last) => publicOf({ game: '', status: '' }, last))
  await pages.start()
  const late = pages.next()
  left = 3
  await Promise.all([late, pages.start()])
  expect([pages.matches.length, pages.more, pages.busy]).toEqual([3, false, false])
})

it('stay if loading the next one fails, with the reason', async () => {
  left = 3
  const pages = new MatchPages((last) => publicOf({ game: '', status: '' }, last))
  away = true
  await pages.start()
  expect([pages.known, pages.trouble]).toEqual([false, { code: 'browser.unreachable' }])
  away = false
  await pages.start()
  away = true
  await pages.start()
  expect([pages.known, pages.matches.length]).toEqual([true, 3])
})
