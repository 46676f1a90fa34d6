// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Live, type Follower } from '../src/lib/live.svelte'
import { MatchState } from '../src/lib/match.svelte'
import { Socket } from './socket'

const LONG = 60_000 // milliseconds: longer than any timeout or pause

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Socket)
})
afterEach(() => vi.useRealTimers())

const welcome = (): void => Socket.last.say({ type: 'welcome', time: Date.now() })
const answerPing = (socket: Socket): void =>
  socket.say({ type: 'pong', id: socket.of('ping').at(-1)!.id, time: Date.now() })

function opened(): { live: Live; socket: Socket } {
  const live = new Live(() => 'ws://here/live')
  live.connect()
  welcome()
  return { live, socket: Socket.last }
}

describe('a connection', () => {
  it('is pinged regularly, and stays open while it answers', () => {
    const { live, socket } = opened()
    for (let time = 0; time < 2 * LONG; time += 1000) {
      answerPing(socket)
      vi.advanceTimersByTime(1000)
    }
    expect(socket.of('ping').length).toBeGreaterThan(5)
    expect([live.line, socket.closed]).toEqual(['open', false])
  })

  it('is replaced by a new one when it stops answering', () => {
    const { live, socket } = opened()
    answerPing(socket)
    vi.advanceTimersByTime(LONG)
    expect(socket.closed).toBe(true)
    expect(Socket.last).not.toBe(socket)
    welcome()
    expect(live.line).toBe('open')
    socket.onclose() // the old socket closes late
    expect(live.line).toBe('open')
  })

  it('reports an unanswered move after a moment, until it is answered', () => {
    const { live, socket } = opened()
    answerPing(socket)
    void live.command('m', { do: 'act', action: 'a1-a2', position: 1 })
    vi.advanceTimersByTime(1000)
    expect(live.silent).toBe(false)
    vi.advanceTimersByTime(1000)
    expect([live.silent, live.line]).toEqual([true, 'open'])
    socket.say({ type: 'ack', id: socket.of('command')[0]!.id })
    expect(live.silent).toBe(false)
  })

  it('waits longer for answers that must be computed', () => {
    const { live, socket } = opened()
    answerPing(socket)
    void live.hint('m', 1)
    vi.advanceTimersByTime(5000)
    expect(live.silent).toBe(false)
  })

  it('is replaced if the server does not send a welcome', () => {
    new Live(() => 'ws://here/live').connect()
    const { last } = Socket
    vi.advanceTimersByTime(LONG)
    expect(last.closed).toBe(true)
    expect(Socket.last).not.toBe(last)
  })

  it('is checked at once when the user comes back to the page', () => {
    const { live, socket } = opened()
    answerPing(socket)
    live.wake()
    expect(socket.of('ping').length).toBe(2)
    live.wake() // the last ping is still unanswered
    expect(socket.of('ping').length).toBe(2)
  })

  it('is reopened at once when the network is back', () => {
    const { live, socket } = opened()
    socket.onclose()
    expect(live.line).toBe('lost')
    live.wake()
    expect([live.line, Socket.last === socket]).toEqual(['connecting', false])
  })

  it('is not opened by that if it was never opened', () => {
    const live = new Live(() => 'ws://here/live')
    live.wake()
    expect(live.line).toBe('closed')
  })
})

describe('a follower of a match', () => {
  const follower = (match: string): Follower => ({
    match,
    secret: '',
    version: 0,
    onEvents: () => {},
    onPresence: () => {},
  })
  const watched = (): unknown[] => Socket.last.of('watch').map(({ match }) => match)

  it('is not restored after leaving while disconnected', () => {
    const { live, socket } = opened()
    const [gone, here] = [follower('gone'), follower('here')]
    socket.onclose()
    void live.follow(gone)
    void live.follow(here)
    live.unfollow(gone)
    live.wake()
    welcome()
    expect(watched()).toEqual(['here'])
  })

  it('is not restored after leaving before the answer', () => {
    const { live, socket } = opened()
    const gone = follower('gone')
    void live.follow(gone)
    socket.onclose()
    live.wake()
    live.unfollow(gone)
    welcome()
    expect(watched()).toEqual([])
  })

  it('watches again once on every new connection', () => {
    const { live, socket } = opened()
    void live.follow(follower('here'))
    socket.say({ type: 'ack', id: socket.of('watch')[0]!.id })
    socket.onclose()
    live.wake()
    welcome()
    expect(watched()).toEqual(['here'])
  })
})

describe('a long log', () => {
  const page = (first: number, count: number, more: boolean): unknown => ({
    ...{
      type: 'events',
      match: 'long',
      first,
      events: Array.from({ length: count }, () => ({ type: 'hinted', side: 0, at: 1 })),
    },
    ...{ time: 0, status: 'running', position: 1, to_move: 0, times: { left: null, running: null, since: 0 } },
    ...(more ? { more } : {}),
  })
  const asked = (): unknown[] => Socket.last.of('watch').map(({ since }) => since)

  it('is loaded page by page, each after the one before', () => {
    const { live, socket } = opened()
    const match = new MatchState('long', 'secret')
    const news = vi.fn()
    match.onNews = news
    void live.follow(match)
    socket.say(page(1, 500, true))
    expect([asked(), match.version, match.status]).toEqual([[0, 500], 500, ''])
    socket.say(page(501, 500, true))
    expect([asked(), match.version, match.status]).toEqual([[0, 500, 1000], 1000, ''])
    expect(socket.of('watch')[2]).toMatchObject({ match: 'long', secret: 'secret', scene: true })
    socket.say(page(1001, 3, false))
    expect([asked().length, match.version, match.status]).toEqual([3, 1003, 'running'])
    expect(news).not.toHaveBeenCalled()
    socket.say(page(1004, 1, false))
    expect(news).toHaveBeenCalledOnce()
  })

  it('is requested again after a pause if that was too fast', () => {
    const { live, socket } = opened()
    const match = new MatchState('long')
    void live.follow(match)
    const [{ id }] = socket.of('watch') as [{ id: string }]
    socket.say({ type: 'refused', id, code: 'too_fast', sentence: 'Not so fast.' })
    vi.advanceTimersByTime(1000)
    expect(socket.of('watch').map((each) => each.id)).toEqual([id, id])
  })
})

describe('a repeated message', () => {
  it('gives one started match, and one challenge', () => {
    const { live, socket } = opened()
    for (const match of ['a', 'b', 'a']) {
      socket.say({ type: 'paired', match })
      socket.say({ type: 'challenged', match, by: 'Ann' })
    }
    expect([...live.begun].sort()).toEqual(['a', 'b'])
    expect(live.challenges.map(({ match }) => match).sort()).toEqual(['a', 'b'])
  })

  it('gives one match across two connections', () => {
    const { live, socket } = opened()
    socket.say({ type: 'challenged', match: 'a', by: 'Ann' })
    socket.say({
      type: 'welcome',
      time: 0,
      matches: [{ match: 'a', status: 'open', kind: 'challenge', game: 'g', by: 'Ann' }],
    })
    socket.say({ type: 'challenged', match: 'a', by: 'Ann' })
    expect(live.challenges).toEqual([{ match: 'a', by: 'Ann' }])
  })
})
