// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EVERY, Polled } from '../src/lib/polled.svelte'

let hidden = false
let asked = 0

beforeEach(() => {
  vi.useFakeTimers()
  asked = 0
  hidden = false
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  vi.stubGlobal('fetch', async () => new Response(String(++asked)))
})
afterEach(() => vi.useRealTimers())

const pass = (times: number) => vi.advanceTimersByTimeAsync(times * EVERY)

it('polls while in use, and stops when left', async () => {
  const polled = new Polled<number>(() => '/some')
  const stop = polled.start()
  await pass(3)
  expect(polled.value).toBeGreaterThanOrEqual(3)
  stop()
  const before = asked
  await pass(3)
  expect(asked).toBe(before)
})

it('pauses while the page is hidden, and asks at once when it is visible', async () => {
  const polled = new Polled<number>(() => '/some')
  const stop = polled.start()
  await pass(1)
  hidden = true
  await pass(2)
  const before = asked
  await pass(3)
  expect(asked).toBe(before)
  hidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(before + 1)
  stop()
})
