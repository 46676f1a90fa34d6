// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../src/lib/api'
import { keepSecret } from '../src/lib/secrets'
import { session } from '../src/lib/session.svelte'
import { Socket } from './socket'

const asked = vi.fn<(path: string) => Promise<Response>>()
const guest = (): Response =>
  new Response(JSON.stringify({ id: 'g', kind: 'guest', name: 'g', created: 0 }), { status: 201 })

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
  vi.stubGlobal('fetch', asked.mockReset())
  session.account = null
})
afterEach(() => vi.useRealTimers())

it('creates one guest for simultaneous requests', async () => {
  asked.mockImplementation(async () => guest())
  const made = await Promise.all([session.ensure(), session.ensure()])
  expect(made.map(({ id }) => id)).toEqual(['g', 'g'])
  await session.ensure()
  expect(asked).toHaveBeenCalledTimes(1)
})

it('tries again on the next request after a failure', async () => {
  asked.mockRejectedValueOnce(new TypeError('offline')).mockImplementation(async () => guest())
  await expect(session.ensure()).rejects.toThrow(ApiError)
  expect((await session.ensure()).id).toBe('g')
})

it('removes secrets from the device on logout', async () => {
  asked.mockImplementation(async (path) => (path === '/api/logout' ? new Response(null, { status: 204 }) : guest()))
  await session.ensure()
  keepSecret('m', 'sesame')
  localStorage.setItem('quincunx-settings', '{}')
  await session.logOut()
  expect(Object.keys(localStorage)).toEqual(['quincunx-settings'])
  localStorage.clear()
})

it('creates another guest after a logout', async () => {
  asked.mockImplementation(async (path) => (path === '/api/logout' ? new Response(null, { status: 204 }) : guest()))
  await session.ensure()
  await session.logOut()
  await session.ensure()
  expect(asked.mock.calls.map(([path]) => path)).toEqual(['/api/guest', '/api/logout', '/api/guest'])
})
