// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import type { MatchState } from '../src/lib/match.svelte'
import { Past } from '../src/match/past.svelte'
import type { Scene } from '../src/protocol/play/scene'

const get = vi.hoisted(() => vi.fn())
vi.mock('../src/lib/api', async (real) => ({ ...(await real<object>()), get }))

const scene = (ply: number, action: string): Scene =>
  ({ ply, action, to_move: 0, pieces: [], last: [], outcome: null }) as unknown as Scene

/** A match with one action per letter of a word. */
function played(word: string) {
  const match = { match: 'm', scene: null as Scene | null, actions: [] as { side: number; action: string }[] }
  const past = new Past(match as unknown as MatchState)
  const see = (): void => past.note((match.scene = scene(match.actions.length, match.actions.at(-1)?.action ?? '')))
  const play = (letters: string): void => {
    for (const action of letters) match.actions = [...match.actions, { side: 0, action }]
  }
  see()
  for (const letter of word) {
    play(letter)
    see()
  }
  const takeBack = (plies: number): void => void (match.actions = match.actions.slice(0, plies))
  return { past, see, play, takeBack }
}

const told = (word: string) => ({ scenes: ['', ...word].map((action, ply) => scene(ply, action)) })

beforeEach(() => {
  get.mockReset()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

it('steps through known scenes without requests', async () => {
  const { past } = played('abc')
  past.back()
  await vi.waitFor(() => expect(past.scene?.action).toBe('b'))
  past.back()
  await vi.waitFor(() => expect(past.scene?.action).toBe('a'))
  past.on()
  past.on()
  expect(past.ply).toBeNull()
  expect(get).not.toHaveBeenCalled()
})

it.each([['xyzw'], ['xy'], ['x'], ['xyz']])(
  'asks anew for what was played otherwise while one was offline: %s',
  async (since) => {
    const { past, see, play, takeBack } = played('abc')
    takeBack(1)
    play(since)
    see() // only the last scene is sent
    get.mockResolvedValue(told(`a${since}`))
    await past.go(since.length)
    expect(past.scene?.action ?? 'now').toBe(`a${since}`[since.length - 1])
  },
)

it('keeps known scenes if moves were only added while offline', async () => {
  const { past, see, play } = played('abc')
  play('de')
  see()
  await past.go(3)
  expect(past.scene?.action).toBe('c')
  expect(get).not.toHaveBeenCalled()
})

it('returns to the current position if the viewed one is taken back', async () => {
  const { past, see, play, takeBack } = played('abc')
  await past.go(2)
  takeBack(1)
  play('xyzw')
  see()
  expect(past.ply).toBeNull()
})

it('drops an answer made obsolete by a takeback', async () => {
  const { past, see, play, takeBack } = played('abc')
  play('de')
  see()
  let answer = (_: unknown): void => {}
  get.mockReturnValueOnce(new Promise((resolve) => (answer = resolve))).mockResolvedValue(told('abcxyz'))
  const gone = past.go(4)
  takeBack(3)
  play('xyz')
  see()
  answer(told('abcde'))
  await gone
  await past.go(4)
  expect(past.scene?.action).toBe('x')
})
