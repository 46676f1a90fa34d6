// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { Control } from '../src/board/control.svelte'
import { Stage } from '../src/board/stage.svelte'
import type { Path } from '../src/lib/scene'
import type { Playable } from '../src/lib/playable'
import type { Side } from '../src/protocol/core/sides'
import type { Piece, Scene } from '../src/protocol/play/scene'

const man = (cell: number, owner: Side): Piece => ({ cell, owner, shape: 'disc', name: 'man', glyph: 'm' })
const MOVES: Path[] = [
  [[0, 4], 'a', 0],
  [[1, 5], 'b', 0],
]

function scene(more: Partial<Scene> = {}): Scene {
  const pieces = [man(0, 0), man(1, 0), man(2, 0), man(9, 1)]
  const board = { files: 4, ranks: 4, marks: {}, chequered: false }
  return {
    position: 1,
    ply: 0,
    to_move: 0,
    board,
    pieces,
    last: [],
    paths: MOVES,
    choices: [],
    forced: [],
    outcome: null,
    ...more,
  } as unknown as Scene
}

interface Made {
  control: Control
  stage: Stage
  table: { [Name in 'act' | 'why' | 'draft' | 'turn']: ReturnType<typeof vi.fn> } & { scene: Scene }
}

function made(shown = scene()): Made {
  const asked = {
    act: vi.fn(async () => {}),
    why: vi.fn(async () => ({ sentence: 'No.', rule: 'X1' })),
    draft: vi.fn(),
    turn: vi.fn(async () => {}),
  }
  const table = { scene: shown, running: true, forecast: async () => ({}), ...asked }
  const stage = new Stage()
  stage.show(shown)
  const control = new Control(table as unknown as Playable, stage, () => [0])
  control.begin(shown)
  return { control, stage, table }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

it('picks another own piece, drops the same one, and asks why for anything else', async () => {
  const { control, table } = made()
  control.pick(0)
  control.pick(1)
  expect(control.picks).toEqual([1])
  control.pick(1)
  expect(control.picks).toEqual([])
  control.pick(2) // this piece cannot move
  expect(control.picks).toEqual([2])
  expect(table.why).not.toHaveBeenCalled()
  control.pick(9)
  expect(control.picks).toEqual([])
  await vi.waitFor(() => expect(control.reason?.sentence).toBe('No.'))
})

it('marks cells for placements', () => {
  const { control } = made(
    scene({
      paths: [
        [[4], 'a', 0],
        [[5], 'b', 1],
      ],
    }),
  )
  expect([...control.targets]).toEqual([
    [4, 'place'],
    [5, 'place'],
  ])
})

it('needs a second touch on small cells, unless it is elsewhere', () => {
  const { control, table } = made(
    scene({
      paths: [
        [[4], 'a', 0],
        [[5], 'b', 0],
      ],
    }),
  )
  control.pick(4, 'touch', true)
  control.pick(5, 'touch', true)
  expect([control.confirming, table.act.mock.calls.length]).toEqual([5, 0])
  control.pick(5, 'touch', true)
  expect(table.act.mock.calls[0]![0]).toBe('b')
})

it('shows after a moment that an action is being sent', async () => {
  const { control, table } = made()
  table.act.mockReturnValue(new Promise(() => {}))
  control.pick(0)
  control.pick(4)
  expect(control.late).toBe(false)
  await vi.advanceTimersByTimeAsync(300)
  expect(control.late).toBe(true)
})

it('makes a draft by keys, continues it, and submits all of it', async () => {
  const hop = scene({ ply: 1, paths: [[[4, 6], 'c', 0]], choices: ['end'], forced: [4] })
  const { control, table } = made(scene({ drafts: true }))
  table.draft
    .mockResolvedValueOnce({ scene: hop })
    .mockResolvedValueOnce({ scene: scene({ ply: 2, to_move: 1, paths: [] }) })
  control.take(0)
  control.aim(4)
  await vi.waitFor(() => expect(control.picks).toEqual([4]))
  expect([control.drafted?.actions, control.whole]).toEqual([['a'], false])
  control.aim(6)
  await vi.waitFor(() => expect(control.whole).toBe(true))
  control.handOver()
  expect(table.turn.mock.calls[0]![0]).toEqual(['a', 'c'])
})

it('ends a chain that is submitted early', async () => {
  const hop = scene({ ply: 1, paths: [[[4, 6], 'c', 0]], choices: ['end'], forced: [4] })
  const { control, table } = made(scene({ drafts: true }))
  table.draft.mockResolvedValueOnce({ scene: hop })
  control.take(0)
  control.aim(4)
  await vi.waitFor(() => expect(control.drafted).not.toBeNull())
  control.handOver()
  expect(table.turn.mock.calls[0]![0]).toEqual(['a', 'end'])
})

it('drops a draft, and explains C without one', async () => {
  const { control, table } = made(scene({ drafts: true }))
  table.draft.mockResolvedValueOnce({ scene: scene({ ply: 1, to_move: 1, paths: [] }) })
  control.take(0)
  control.aim(4)
  await vi.waitFor(() => expect(control.whole).toBe(true))
  control.reset()
  expect(control.drafted).toBeNull()
  control.handOver()
  expect(control.reason?.sentence).toContain('First pick up a piece with Z')
  expect(table.turn).not.toHaveBeenCalled()
})

it('drops a draft that leads to no scene', async () => {
  const { control, stage, table } = made(scene({ drafts: true }))
  table.draft.mockResolvedValueOnce({ scene: null })
  control.take(0)
  control.aim(4)
  expect(stage.pieces.some(({ cell }) => cell === 4)).toBe(true)
  await vi.waitFor(() => expect(control.pending).toBe(''))
  expect([control.ready, stage.pieces.some(({ cell }) => cell === 4)]).toEqual([true, false])
})

it('replaces the draft by a move made in another window', async () => {
  const { control, stage, table } = made(scene({ drafts: true }))
  const hops = scene({ ply: 2, to_move: 1, paths: [], pieces: [man(8, 0), man(1, 0), man(2, 0), man(9, 1)] })
  table.draft.mockResolvedValueOnce({ scene: hops })
  control.take(0)
  control.aim(4)
  await vi.waitFor(() => expect(control.whole).toBe(true))
  const other = scene({
    position: 2,
    ply: 1,
    to_move: 1,
    last: [1, 5],
    pieces: [man(0, 0), man(5, 0), man(2, 0), man(9, 1)],
  })
  table.scene = other
  stage.show(other)
  control.begin(other)
  expect(
    stage.pieces
      .filter(({ leaving }) => !leaving)
      .map(({ cell }) => cell)
      .sort(),
  ).toEqual([0, 2, 5, 9])
})
