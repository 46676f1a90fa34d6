// @vitest-environment jsdom
import { flushSync } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Live } from '../src/lib/live.svelte'
import { Engine } from '../src/study/engine.svelte'
import type { Study } from '../src/study/study.svelte'
import { grown } from '../src/study/tree.svelte'
import { Socket } from './socket'
import type { Analysis } from '../src/protocol/messages/from_server'

const { live, session } = vi.hoisted(() => ({
  live: { line: 'open', analyse: vi.fn() },
  session: { ensure: vi.fn(async () => {}) },
}))
vi.mock('../src/lib/session.svelte', () => ({ session }))
vi.mock('../src/lib/live.svelte', async (actual) => ({ ...(await actual<object>()), live }))

const found = (actions: string[], done = false) =>
  ({
    type: 'analysis',
    depth: 3,
    nodes: 9,
    done,
    unit: 'men',
    lines: [{ action: actions[0], actions, cells: [], score: 1, chance: 0.6 }],
  }) as unknown as Analysis

describe('a connection with an analysis', () => {
  const opened = (): { line: Live; socket: Socket } => {
    vi.stubGlobal('WebSocket', Socket)
    const line = new Live(() => 'ws://here/live')
    line.connect()
    Socket.last.say({ type: 'welcome', time: Date.now() })
    return { line, socket: Socket.last }
  }

  it('passes on results until it is stopped, and tells the server', () => {
    const { line, socket } = opened()
    const hear = vi.fn()
    const stop = line.analyse({ study: { game: 'any' }, lines: 3 }, hear, vi.fn())
    const { id } = socket.of('analyse')[0]!
    socket.say({ ...found(['a']), for: id })
    socket.say({ ...found(['b']), for: 'another' })
    expect(hear).toHaveBeenCalledTimes(1)
    stop()
    socket.say({ ...found(['c']), for: id })
    expect(hear).toHaveBeenCalledTimes(1)
    expect(socket.of('stop').length).toBe(1)
  })

  it('reports a refusal', async () => {
    const { line, socket } = opened()
    const fail = vi.fn()
    line.analyse({ study: { game: 'any' } }, vi.fn(), fail)
    socket.say({ type: 'refused', id: socket.of('analyse')[0]!.id, code: 'too_many', sentence: 'Later.' })
    await vi.waitFor(() => expect(fail.mock.calls[0]![0]).toMatchObject({ code: 'too_many', said: 'Later.' }))
  })
})

describe('the engine', () => {
  let hear: (told: Analysis) => void
  const stop = vi.fn()

  beforeEach(() => {
    stop.mockClear()
    live.analyse.mockReset().mockImplementation((_: unknown, heard: typeof hear) => ((hear = heard), stop))
  })

  /** A game in which the side to move is the ply modulo 2; after `more`, the same side moves again. */
  const studied = () => {
    const root = grown([])
    const scene = (to_move: number) => ({ to_move, acted: 0, outcome: null }) as never
    Object.assign(root, { scene: scene(0), playable: true })
    let here = $state.raw(root)
    const study = {
      get here() {
        return here
      },
      get scene() {
        return here.scene
      },
      get running() {
        return true
      },
      briefly: () => ({ game: 'g', options: {}, position: '', actions: here.actions }),
      act: async (action: string) => {
        const side = here.scene!.to_move
        here = here.play(action)
        Object.assign(here, { scene: scene(action === 'more' ? side : 1 - side), playable: true })
      },
    }
    return study as unknown as Study
  }
  const following = (engine: Engine) => $effect.root(() => engine.follow())

  it('analyses the current position, one at a time, and stops when the page is left', async () => {
    const study = studied()
    const engine = new Engine(study)
    const leave = following(engine)
    flushSync()
    expect(live.analyse).not.toHaveBeenCalled()
    await engine.toggle()
    flushSync()
    expect(session.ensure).toHaveBeenCalled()
    await study.act('a')
    flushSync()
    expect([live.analyse.mock.calls.length, stop.mock.calls.length]).toEqual([2, 1])
    leave()
    expect(stop).toHaveBeenCalledTimes(2)
  })

  it('gives a verdict on the position, and stops when it is stopped', async () => {
    const engine = new Engine(studied())
    const leave = following(engine)
    await engine.toggle()
    flushSync()
    hear(found(['a']))
    expect(engine.told?.depth).toBe(3)
    engine.stop()
    await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
    expect(engine.told).toBe(null)
    leave()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it('replies with a whole turn after thinking, if enabled', async () => {
    const study = studied()
    const engine = new Engine(study)
    engine.answers = true
    const leave = following(engine)
    await engine.toggle()
    await study.act('a')
    engine.acted()
    flushSync()
    hear(found(['more', 'b', 'c']))
    expect(study.here.actions).toEqual(['a'])
    hear(found(['more', 'b', 'c'], true))
    await vi.waitFor(() => expect(study.here.actions).toEqual(['a', 'more', 'b']))
    leave()
  })

  it('leaves both sides to the user otherwise', async () => {
    const study = studied()
    const engine = new Engine(study)
    const leave = following(engine)
    await engine.toggle()
    await study.act('a')
    engine.acted()
    flushSync()
    hear(found(['b'], true))
    await Promise.resolve()
    expect(study.here.actions).toEqual(['a'])
    leave()
  })
})
