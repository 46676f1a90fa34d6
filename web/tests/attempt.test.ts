// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { PuzzleAttempt } from '../src/puzzles/attempt.svelte'
import type { Line } from '../src/study/positions'
import type { PuzzleShown } from '../src/protocol/puzzles'

const puzzle: PuzzleShown = {
  game: 'some', number: 7, count: 50, daily: 3, rating: 1400, goal: 'win',
  position: 'here', side: 0, turns: 2, attempted: null, solver: null,
} // prettier-ignore
const asked: [path: string, body: unknown][] = []
const solver = {
  standing: { rating: { rating: 1480, deviation: 200, volatility: 0.06 }, solved: 0, failed: 1, current: 0, best: 0 },
  days: 0,
}

/** A game with two actions per turn, `a` or `b`; the right turns are `a a` and `b b`, and the reply is `b a`. */
function answer(path: string, body: Line & { turns?: string[][] }): unknown {
  if (path.endsWith('/try')) {
    const turns = body.turns!
    const right = [
      ['a', 'a'],
      ['b', 'b'],
    ]
    const wrong = turns.at(-1)!.join() !== right[turns.length - 1]!.join()
    if (wrong)
      return {
        verdict: 'wrong',
        notation: turns.at(-1)!.join(' ').toUpperCase(),
        answer: [],
        refutation: { answer: ['a', 'b'], notation: 'A B', cells: [[0, 1]], chance: 0.2, loses_in: 2 },
        solver,
      }
    return {
      verdict: turns.length === 2 ? 'solved' : 'right',
      answer: turns.length === 2 ? [] : ['b', 'a'],
      refutation: null,
      solver,
    }
  }
  if (path.endsWith('/hint')) return { cells: [5], squares: ['f1'], solver }
  if (path.endsWith('/solution'))
    return {
      turns: [
        ['a', 'a'],
        ['b', 'a'],
        ['b', 'b'],
      ],
      notation: ['A A', 'B A', 'B B'],
      solver,
    }
  if (path === '/api/guest') return { id: 'me', kind: 'guest', name: 'Guest', created: 0 }
  const ply = body.actions.length
  const paths = [
    [[0], 'a', 0],
    [[1], 'b', 0],
  ]
  const scene = {
    position: ply,
    ply,
    to_move: Math.floor(ply / 2) % 2,
    acted: ply % 2,
    pieces: [],
    last: [],
    paths,
    choices: [],
    forced: [],
    outcome: null,
  }
  const steps = body.actions.map((_, index) => ({ side: Math.floor(index / 2) % 2, begins: index % 2 === 0 }))
  return { study: body, steps, position: '', scene }
}

beforeEach(() => {
  asked.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('WebSocket', class {})
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const sent = JSON.parse(body ?? '{}') as Line
    asked.push([path, sent])
    return new Response(JSON.stringify(answer(path, sent)), { status: 200 })
  })
})

async function begun(): Promise<PuzzleAttempt> {
  const solving = new PuzzleAttempt()
  await solving.begin(puzzle)
  return solving
}

/** Pick one action after another, as a user does. */
async function play(solving: PuzzleAttempt, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    const { ply } = solving.study.here
    await vi.waitFor(() => expect(solving.study.control.ready).toBe(true)) // once it is shown
    solving.study.control.pick(action === 'a' ? 0 : 1)
    await vi.waitFor(() => expect(solving.study.here.ply).toBeGreaterThan(ply))
  }
}

it('judges a complete turn, and plays the reply', async () => {
  const solving = await begun()
  await play(solving, 'a')
  expect([solving.phase, solving.begun]).toEqual(['thinking', true])
  await play(solving, 'a')
  await vi.waitFor(() => expect(solving.phase).toBe('right'))
  expect(solving.study.here.actions).toEqual(['a', 'a', 'b', 'a'])
  await play(solving, 'b', 'b')
  await vi.waitFor(() => expect(solving.phase).toBe('solved'))
  expect(asked.at(-1)).toEqual([
    '/api/puzzles/some/7/try',
    {
      turns: [
        ['a', 'a'],
        ['b', 'b'],
      ],
    },
  ])
  expect([solving.helped, solving.study.sides]).toEqual([false, []])
})

it('shows the refutation of a wrong turn, and goes back for another try', async () => {
  const solving = await begun()
  await play(solving, 'b', 'a')
  await vi.waitFor(() => expect(solving.phase).toBe('wrong'))
  expect(solving.arrows).toEqual([{ from: 0, to: 1, kind: 'other' }])
  expect([solving.tried, solving.helped, solving.solver]).toEqual(['B A', true, solver])
  await solving.again()
  expect([solving.phase, solving.study.here.ply, solving.arrows]).toEqual(['thinking', 0, []])
})

it('takes back half a turn', async () => {
  const solving = await begun()
  await play(solving, 'b')
  await solving.again()
  expect([solving.study.here.ply, solving.begun]).toEqual([0, false])
  expect(asked.some(([path]) => path.endsWith('/try'))).toBe(false)
})

it('shows a hint, and plays the solution', async () => {
  const solving = await begun()
  await solving.giveHint()
  expect(solving.arrows).toEqual([{ from: 5, to: 5 }])
  await solving.giveUp()
  expect([solving.phase, solving.over, solving.study.here.ply]).toEqual(['shown', true, 6])
  expect(solving.solution).toEqual(['A A', 'B A', 'B B'])
})
