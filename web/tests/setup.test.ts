import { describe, expect, it } from 'vitest'
import type { GameShown, OptionShown } from '../src/lib/api'
import type { Scene } from '../src/lib/scene'
import { asking, type Choice } from '../src/pages/new/setup'

const option = (name: string, kind: string, standard: string): OptionShown => ({
  name,
  kind,
  default: standard,
  help: '',
  expected: '',
})
const scene = {} as Scene
const game: GameShown = {
  key: 'some',
  title: 'Some',
  summary: '',
  players: ['x', 'o'],
  rules: [
    {
      name: 'seed',
      summary: '',
      scene,
      options: [option('quiet', 'number', '100'), option('first', 'lot', 'dark'), option('white', 'army', 'standard')],
    },
    { name: 'other', summary: '', scene, options: [option('n', 'size', '8')] },
  ],
}
const usual: Choice = {
  rules: '',
  options: {},
  colour: 'random',
  level: 3,
  clock: { kind: 'none' },
  name: '',
  rated: false,
  public: true,
  legs: 1,
}

describe('asking for a match', () => {
  it('against a bot, as usual', () => {
    expect(asking('bot', game, usual, {})).toEqual({
      type: 'create',
      game: 'some',
      rules: 'seed',
      clock: { kind: 'none' },
      legs: 1,
      options: {},
      colour: 'random',
      opponent: { kind: 'bot', level: 3 },
      rated: false,
      visibility: 'public',
    })
  })

  it('sends options by their kind, and only those that are not as usual', () => {
    const options = { quiet: '40', first: 'dark', white: 'own:Mine' }
    const own = { 'some/white': { Mine: { name: 'Mine' } } }
    expect(asking('bot', game, { ...usual, options }, own).options).toEqual({
      quiet: 40,
      first: 'dark', // a lot that is not to be drawn
      white: { name: 'Mine' },
    })
    expect(asking('bot', game, { ...usual, options: { quiet: '100', first: '', white: 'standard' } }, own).options).toEqual({})
  })

  it('drops options of another rule set', () => {
    const message = asking('bot', game, { ...usual, rules: 'other', options: { n: '10', quiet: '40' } }, {})
    expect(message).toMatchObject({ rules: 'other', options: { n: 10 } })
  })

  it('with a friend: at one screen, by link, by name', () => {
    const choice = { ...usual, name: ' Ben ', colour: 'second', rated: true, public: false } as const
    expect(asking('screen', game, choice, {})).toMatchObject({
      opponent: { kind: 'hot_seat', name: 'Ben' },
      colour: 'first',
      rated: false,
    })
    expect(asking('invite', game, choice, {})).toMatchObject({
      opponent: { kind: 'invite' },
      colour: 'second',
      rated: true,
      visibility: 'private',
    })
    expect(asking('challenge', game, choice, {})).toMatchObject({ opponent: { kind: 'challenge', name: 'Ben' } })
  })

  it('through the pool, which knows neither options nor sides', () => {
    const clock = { kind: 'fischer', seconds: 300, increment: 3 } as const
    expect(asking('pool', game, { ...usual, clock }, {})).toEqual({ type: 'seek', game: 'some', rules: 'seed', clock, legs: 1 })
  })
})
