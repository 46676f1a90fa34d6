// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { Line } from '../src/study/positions'
import { Study } from '../src/study/study.svelte'
import type { Scene } from '../src/protocol/play/scene'

const asked: [path: string, body: { study?: Line; actions?: string[] }][] = []

/** A game in which only `a` and `b` are legal. */
function answer(path: string, line: Line): [status: number, body: unknown] {
  if (path === '/api/positions/why') return [200, { rule: 'X1', sentence: 'No.' }]
  if (line.actions.some((action) => !['a', 'b'].includes(action)))
    return [400, { error: 'illegal', message: 'Not that.' }]
  const ply = line.actions.length
  const paths = [
    [[0], 'a', 0],
    [[1], 'b', 0],
  ]
  const scene = {
    position: ply,
    ply,
    to_move: ply % 2,
    acted: 0,
    pieces: [],
    last: [],
    paths,
    choices: [],
    forced: [],
    outcome: null,
  }
  const steps = line.actions.map((_, index) => ({ side: index % 2, begins: true }))
  return [200, { study: line, steps, position: `after ${line.actions.join(' ')}`, scene }]
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as Line & { study?: Line }
    asked.push([path, sent])
    const [status, told] = answer(path, sent.study ?? sent)
    return new Response(JSON.stringify(told), { status })
  })
})

const start = { game: 'some', options: {}, position: '' }

async function opened(...actions: string[]): Promise<Study> {
  const study = new Study()
  await study.open({ ...start, actions })
  return study
}

it('opens at the end of a line, or at a given ply', async () => {
  const study = await opened('a', 'b')
  expect(study.stage.scene?.ply).toBe(2)
  expect([study.start, study.here.position]).toEqual([start, 'after a b'])
  await study.open({ ...start, actions: ['a', 'b'] }, 1)
  expect([study.here.ply, study.tip.ply]).toEqual([1, 2])
})

it('knows who played what before any scene is loaded', async () => {
  const study = new Study()
  await study.open({ ...start, actions: ['a', 'b', 'a', 'b'] }, 0)
  expect(study.tip.path[2]!.scene).toBe(null)
  expect(study.tip.path.slice(1).map(({ step }) => step?.side)).toEqual([0, 1, 0, 1])
})

it('acts by picks, and requests no position twice', async () => {
  const study = await opened()
  const acted = vi.fn()
  study.control.onActed = acted
  study.control.pick(0)
  await vi.waitFor(() => expect(study.here.actions).toEqual(['a']))
  await vi.waitFor(() => expect(acted).toHaveBeenCalledWith('a'))
  await study.back()
  await study.act('a')
  expect(study.stage.scene?.ply).toBe(1)
  expect(asked.length).toBe(2)
})

it('goes back and forward along the same line', async () => {
  const study = await opened('a', 'a')
  await study.back()
  await study.act('b')
  await study.back()
  await study.forward()
  expect(study.here.actions).toEqual(['a', 'b'])
  expect(study.here.fork.actions).toEqual(['a'])
})

it('leaves a variation for the main line, and keeps or removes it', async () => {
  const study = await opened('a', 'a')
  await study.back()
  await study.act('b')
  await study.rejoin()
  expect(study.here.actions).toEqual(['a'])
  await study.forward()
  expect(study.here.actions).toEqual(['a', 'a'])
  await study.dropVariation() // not in a variation: nothing is removed
  await study.go(study.root.ahead[0]!.next[1]!)
  await study.dropVariation()
  expect([study.here.actions, study.here.next.map(({ action }) => action)]).toEqual([['a'], ['a']])
})

it('plays actions one after another', async () => {
  const study = await opened()
  await study.actAll(['a', 'b', 'a'])
  expect(study.here.actions).toEqual(['a', 'b', 'a'])
})

it('sends a long game as its position', async () => {
  const study = await opened('a', 'b')
  expect(study.briefly(study.here).actions).toEqual(['a', 'b'])
  study.here.position = '8'
  expect(study.briefly(study.here)).toMatchObject({ position: '8', actions: [] })
})

it('measures what is actually sent: quotes and commas, and the starting position of a line', async () => {
  const study = await opened('a', 'b')
  study.here.position = 'abcdef' // longer than a and b, shorter than "a","b"
  expect(study.briefly(study.here)).toMatchObject({ position: 'abcdef', actions: [] })
  study.start = { ...study.start, position: 'where it began' }
  study.here.position = 'where it is now'
  expect(study.briefly(study.here)).toMatchObject({ position: 'where it is now', actions: [] })
})

it('explains why an action is illegal', async () => {
  const study = await opened()
  study.control.pick(7)
  await vi.waitFor(() => expect(study.control.reason).toEqual({ cell: 7, sentence: 'No.', rule: 'X1' }))
  await expect(study.act('z')).rejects.toMatchObject({ code: 'illegal', said: 'Not that.' })
  expect(study.here.ply).toBe(0)
})

it('only accepts actions of the user’s sides', async () => {
  const study = await opened()
  study.sides = [1]
  study.control.pick(0)
  expect(study.here.ply).toBe(0)
  expect(study.control.mine).toBe(false)
})

it('shows scenes loaded elsewhere, and requests the legal actions later', async () => {
  vi.useFakeTimers()
  const study = new Study()
  const nodes = study.begin(start, ['a', 'b'])
  nodes[1]!.scene = { ply: 1, status: 'As it was.', pieces: [], last: [], paths: [], forced: [] } as unknown as Scene
  void study.go(nodes[1]!)
  expect([study.stage.scene?.ply, study.running, asked.length]).toEqual([1, false, 0])
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  expect([study.running, study.scene?.status, study.scene?.paths.length]).toEqual([true, 'As it was.', 2])
})
