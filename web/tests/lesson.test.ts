// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { Lesson } from '../src/learn/lesson.svelte'
import type { Scene } from '../src/protocol/play/scene'
import type { StepResult } from '../src/protocol/lessons'
import type { Kind } from '../src/protocol/play/lessons'

const asked: [path: string, body: unknown][] = []

const scene = (ply: number): Scene =>
  ({
    position: ply,
    ply,
    to_move: 0,
    acted: 0,
    pieces: [],
    last: [],
    paths: [
      [[0], 'a', 0],
      [[1], 'b', 0],
      [[2], 'c', 0],
    ],
    choices: [],
    forced: [],
    outcome: null,
  }) as never

/** A step in which `a` solves the first task and gets a reply, and `b` the second; other actions are `other`. */
function answer(actions: string[]): StepResult {
  const last = actions.at(-1)
  const right = last === undefined || last === 'ab'[actions.length - 1]
  const accepted = right ? actions : actions.slice(0, -1)
  const now = scene(2 * accepted.length)
  return {
    kind: (last === undefined ? 'begin' : right ? 'right' : 'other') as Kind,
    sentence: right ? 'Yes.' : 'Not that.',
    rule: '',
    actions: accepted,
    task: accepted.length,
    over: accepted.length === 2,
    study: { game: 'some', options: {}, position: '', actions: accepted },
    scenes: last !== undefined && right ? [scene(now.ply - 1), now] : [now],
  }
}

beforeEach(() => {
  asked.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as { actions: string[] }
    asked.push([path, sent])
    const told = path === '/api/positions/why' ? { rule: 'X1', sentence: 'No.' } : answer(sent.actions)
    return new Response(JSON.stringify(told))
  })
})

async function begun(): Promise<Lesson> {
  const lesson = new Lesson('some')
  await lesson.begin('first')
  return lesson
}

it('starts with the position of the step', async () => {
  const lesson = await begun()
  expect([lesson.step, lesson.stage.scene?.ply, lesson.running, lesson.control.ready]).toEqual(['first', 0, true, true])
})

it('shows a right action, and after a pause the reply', async () => {
  const lesson = await begun()
  const acted = lesson.act('a')
  await vi.waitFor(() => expect(lesson.stage.scene?.ply).toBe(1))
  expect(lesson.tried?.task).toBe(0)
  await vi.runAllTimersAsync()
  await acted
  expect([lesson.stage.scene?.ply, lesson.tried?.task, lesson.said?.sentence]).toEqual([2, 1, 'Yes.'])
})

it('reports a step as done once all of it is done', async () => {
  const lesson = await begun()
  const done = vi.fn()
  lesson.onDone = done
  for (const action of ['a', 'b']) {
    const acted = lesson.act(action)
    await vi.runAllTimersAsync()
    await acted
  }
  expect(done).toHaveBeenCalledExactlyOnceWith('first')
  expect(lesson.running).toBe(false)
})

it('explains other actions, and leaves the board as it is', async () => {
  const lesson = await begun()
  lesson.control.pick(2)
  await vi.waitFor(() => expect(lesson.control.reason?.sentence).toBe('Not that.'))
  expect([lesson.said?.kind, lesson.stage.scene?.ply, lesson.control.ready]).toEqual(['other', 0, true])
})

it('keeps the reason for an illegal pick', async () => {
  const lesson = await begun()
  lesson.control.pick(7)
  await vi.waitFor(() => expect(lesson.said).toEqual({ kind: 'illegal', rule: 'X1', sentence: 'No.' }))
})

it('drops an answer that arrives after another step has started', async () => {
  const lesson = await begun()
  const acted = lesson.act('a')
  await vi.waitFor(() => expect(lesson.stage.scene?.ply).toBe(1))
  await lesson.begin('second')
  await vi.runAllTimersAsync()
  await acted
  expect([lesson.step, lesson.tried?.task, lesson.stage.scene?.ply]).toEqual(['second', 0, 0])
})

it('stays at the step on the board until the next one is loaded', async () => {
  const lesson = await begun()
  const begins = lesson.begin('second')
  expect(lesson.step).toBe('first')
  await begins
  expect(lesson.step).toBe('second')
})
