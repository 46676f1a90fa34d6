// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { ANSWER, PASS, Stage, STEP } from '../src/board/stage.svelte'
import type { Side } from '../src/protocol/core/sides'
import type { Piece, Scene } from '../src/protocol/play/scene'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

/** A scene in which one piece has moved to a cell. */
function scene(ply: number, to_move: Side, more: Partial<Scene> = {}): Scene {
  const piece: Piece = { cell: ply, owner: 0, shape: 'disc', name: 'man', glyph: 'm' }
  return {
    ply,
    to_move,
    pieces: [piece],
    last: [ply - 1, ply],
    action: 'a',
    outcome: null,
    ...more,
  } as unknown as Scene
}

function begun(): Stage {
  const stage = new Stage()
  stage.show(scene(0, 0))
  return stage
}

const plyAfter = async (stage: Stage, time: number): Promise<number | undefined> => {
  await vi.advanceTimersByTimeAsync(time)
  return stage.scene?.ply
}

it('shows one hop after another, and the reply after a pause', async () => {
  const stage = begun()
  stage.show(scene(1, 0))
  stage.show(scene(2, 1))
  stage.show(scene(3, 0))
  expect([stage.scene?.ply, stage.busy]).toEqual([1, true])
  expect(await plyAfter(stage, STEP - 1)).toBe(1)
  expect(await plyAfter(stage, 1)).toBe(2)
  expect(await plyAfter(stage, STEP + ANSWER - 1)).toBe(2)
  expect(await plyAfter(stage, 1)).toBe(3)
  expect(stage.busy).toBe(false)
})

it('times a hop from when it is drawn', async () => {
  const stage = begun()
  stage.show(scene(1, 0))
  stage.show(scene(2, 1))
  vi.advanceTimersByTime(100) // the page is busy in the meantime
  expect(await plyAfter(stage, STEP - 1)).toBe(1)
  expect(await plyAfter(stage, 1)).toBe(2)
})

it('does not wait if enough time has passed', async () => {
  const stage = begun()
  stage.show(scene(1, 1))
  await vi.advanceTimersByTimeAsync(STEP + ANSWER)
  stage.show(scene(2, 0))
  expect(stage.scene?.ply).toBe(2)
})

it('leaves time to read a pass', async () => {
  const stage = begun()
  stage.show(scene(1, 1, { action: 'pass', last: [] }))
  stage.show(scene(2, 0))
  expect(await plyAfter(stage, PASS + ANSWER - 1)).toBe(1)
  expect(await plyAfter(stage, 1)).toBe(2)
})

it('skips to the newest', async () => {
  const stage = begun()
  for (let ply = 1; ply < 9; ply++) stage.show(scene(ply, (ply % 2) as Side))
  expect(stage.scene?.ply).toBe(1)
  stage.skip()
  expect(await plyAfter(stage, 0)).toBe(8)
})

it('steps through a game without waiting', () => {
  const stage = begun()
  stage.show(scene(1, 1))
  stage.step(scene(2, 0))
  stage.step(scene(3, 1))
  expect(stage.scene?.ply).toBe(3)
})

it('shows the user’s action at once, and times it from then', async () => {
  const stage = begun()
  stage.imagine(stage.scene!, [0, 1])
  expect([stage.scene?.ply, stage.pieces[0]?.cell]).toEqual([0, 1])
  await vi.advanceTimersByTimeAsync(STEP + ANSWER - 50)
  stage.show(scene(1, 1))
  stage.show(scene(2, 0))
  expect(stage.scene?.ply).toBe(1)
  expect(await plyAfter(stage, 50)).toBe(2)
})

it('keeps the pieces of a draft while its scenes arrive, and drops them with it', async () => {
  const stage = begun()
  stage.preview(scene(2, 1))
  expect([stage.scene?.ply, stage.pieces[0]?.cell]).toEqual([0, 2])
  stage.restore()
  expect(stage.pieces[0]?.cell).toBe(0)
  stage.preview(scene(2, 1))
  stage.show(scene(1, 0))
  expect([stage.scene?.ply, stage.pieces[0]?.cell]).toEqual([1, 2])
  stage.show(scene(2, 1))
  expect(await plyAfter(stage, 0)).toBe(2)
})

it('continues after an error', async () => {
  const stage = begun()
  const play = stage['play'].bind(stage)
  stage['play'] = () => play().catch(() => {})
  stage.onHappening = () => {
    stage.onHappening = () => {}
    throw new Error('no sound')
  }
  stage.show(scene(1, 1))
  expect(stage.busy).toBe(false)
  stage.show(scene(2, 0))
  await vi.advanceTimersByTimeAsync(STEP + ANSWER)
  expect([stage.scene?.ply, stage.busy]).toEqual([2, false])
})

it('tells an alarm by the topic of an effect', () => {
  const stage = begun()
  const heard: string[] = []
  stage.onHappening = (what) => heard.push(what)
  const piece: Piece = { cell: 1, owner: 0, shape: 'disc', name: 'man', glyph: 'm' }
  stage.show(scene(1, 1, { pieces: [{ ...piece, effects: [{ code: 'some.game.check', params: {} }] }] }))
  stage.step(scene(2, 0))
  expect(heard).toEqual(['alarm', 'move'])
})
