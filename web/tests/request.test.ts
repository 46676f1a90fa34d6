// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { live } from '../src/lib/live.svelte'
import { Review } from '../src/review/review.svelte'
import { Socket } from './socket'

let answers: [status: number, body: unknown][]
const asked: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`)
    const [status, body] = answers.shift() ?? [500, {}]
    return new Response(status === 204 ? null : JSON.stringify(body), { status })
  })
})
afterEach(() => vi.useRealTimers())

const job = (state: string, progress: number, review: unknown = null): [number, unknown] => [
  200,
  { state, progress, review },
]
const NONE: [number, unknown] = [404, { error: 'missing', message: 'none' }]

it('a review that was never requested is missing, without an error', async () => {
  answers = [NONE]
  const review = new Review('m')
  await review.load()
  expect([review.known, review.job, review.trouble]).toEqual([true, null, ''])
})

it('is requested, and polled until it is done', async () => {
  const done = { plies: [], final: { chance: 0.5, score: 0 } }
  answers = [
    [201, { id: 'g', kind: 'guest', name: 'g', created: 0 }],
    [202, { state: 'waiting', progress: 0, review: null }],
    job('running', 0.4),
    job('done', 1, done),
  ]
  const review = new Review('m')
  await review.ask()
  expect(review.job?.state).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1000)
  expect(review.job?.progress).toBe(0.4)
  await vi.advanceTimersByTimeAsync(1000)
  expect(review.shown).toEqual(done)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.filter((each) => each === 'GET /api/matches/m/review').length).toBe(2)
})

it('is not polled after the page is left', async () => {
  answers = [job('running', 0.1)]
  const review = new Review('m')
  await review.load()
  review.leave()
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.length).toBe(1)
})

it('reports why there is none', async () => {
  answers = [[503, { error: 'busy', message: 'Too much to do.' }]]
  const review = new Review('m')
  await review.load()
  expect(review.trouble).toBe('Too much to do.')
})

it('is requested again after a failure', async () => {
  answers = [job('running', 0.1), [503, { error: 'busy', message: 'Too much to do.' }], job('done', 1, {})]
  const review = new Review('m')
  await review.load()
  await vi.advanceTimersByTimeAsync(1000)
  expect([review.trouble, review.job?.progress]).toEqual(['Too much to do.', 0.1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([review.trouble, review.job?.state, asked.length]).toEqual(['', 'done', 3])
})

it('is not requested again if that is pointless', async () => {
  answers = [[403, { error: 'forbidden', message: 'Not for you.' }]]
  await new Review('m').load()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.length).toBe(1)
})

it.each([[job('running', 0.1)], [[503, { error: 'busy', message: '' }] as [number, unknown]]])(
  'is not looked for when the answer comes after one has left',
  async (late) => {
    answers = [late]
    const review = new Review('m')
    const loading = review.load()
    review.leave()
    await loading
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(1)
  },
)

it('is loaded as soon as the server announces it', async () => {
  vi.stubGlobal('WebSocket', Socket)
  live.reconnect()
  answers = [job('running', 0.1), job('done', 1, {})]
  const review = new Review('awaited')
  await review.load()
  Socket.last.say({ type: 'reviewed', match: 'another' })
  expect(asked.length).toBe(1)
  Socket.last.say({ type: 'reviewed', match: 'awaited' })
  await vi.advanceTimersByTimeAsync(0)
  expect([review.job?.state, asked.length]).toEqual(['done', 2])
  review.leave()
  Socket.last.say({ type: 'reviewed', match: 'awaited' })
  expect(asked.length).toBe(2)
})
