import { describe, expect, it } from 'vitest'
import { asking, prominent, taking, usualClock, usualColour, whyNotRated, type Choice } from '../src/parts/setup'
import type { Side } from '../src/protocol/core/sides'
import type { GameShown, OptionShown } from '../src/protocol/games'
import type { OpenSeek } from '../src/protocol/lobby'
import type { Scene } from '../src/protocol/play/scene'

const scene = {} as Scene
const army = (side: Side) => ({ prominent: true, own: 'army', side, choices: ['standard', 'wildwood'] })
const option = (name: string, kind: string, standard: string, more: Partial<OptionShown> = {}): OptionShown => ({
  choices: [],
  labels: [],
  name,
  kind,
  default: standard,
  title: name,
  help: '',
  expected: '',
  prominent: false,
  own: '',
  own_label: '',
  side: null,
  ...more,
})
const game: GameShown = {
  key: 'some',
  title: 'Some',
  summary: '',
  players: ['x', 'o'],
  person_side: null,
  drafts: false,
  options: [
    option('quiet', 'number', '100'),
    option('first', 'random', 'dark'),
    option('white', 'content', 'standard', army(0)),
    option('black', 'content', 'standard', army(1)),
  ],
  clock: null,
  abortable: true,
  scene,
  lessons: false,
  puzzles: false,
  format: null,
}
const other: GameShown = {
  ...game,
  key: 'other',
  options: [option('n', 'size', '8', { prominent: true })],
  clock: { kind: 'turn', seconds: 60 },
}
const usual: Choice = {
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
  it('against a bot, with the defaults', () => {
    expect(asking('bot', game, usual, {})).toEqual({
      type: 'create',
      game: 'some',
      clock: { kind: 'none' },
      legs: 1,
      options: {},
      colour: 'random',
      opponent: { kind: 'bot', level: 3 },
      rated: false,
      visibility: 'public',
    })
  })

  it('sends only options that are not the default, with the right types', () => {
    const options = { quiet: '40', first: 'dark', white: 'own:Mine' }
    const own = { 'some/white': { Mine: { name: 'Mine' } } }
    expect(asking('bot', game, { ...usual, options }, own).options).toEqual({
      quiet: 40,
      first: 'dark', // a random option with a fixed choice
      white: { name: 'Mine' },
    })
    expect(
      asking('bot', game, { ...usual, options: { quiet: '100', first: '', white: 'standard' } }, own).options,
    ).toEqual({})
  })

  it('drops options of another game', () => {
    const message = asking('bot', other, { ...usual, options: { n: '10', quiet: '40' } }, {})
    expect(message).toMatchObject({ game: 'other', options: { n: 10 } })
  })

  it('with a friend: on one screen, by link, by name', () => {
    const choice = { ...usual, name: ' Ben ', colour: 'second', rated: true, public: false } as const
    expect(asking('screen', game, { ...choice, rated: false }, {})).toMatchObject({
      opponent: { kind: 'hot_seat', name: 'Ben' },
      colour: 'second',
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

  it('through the pool: the shared options and the player’s own, but none of the other side', () => {
    const clock = { kind: 'fischer', seconds: 300, increment: 3 } as const
    const seek = { type: 'seek', game: 'some', clock, legs: 1, rated: false }
    const options = { quiet: '40', white: 'wildwood', black: 'wildwood' }
    expect(asking('pool', game, { ...usual, clock, options }, {})).toEqual({
      ...seek,
      options: {},
      own: { army: 'wildwood' },
    })
    expect(asking('pool', game, { ...usual, clock, options: { white: 'own:Mine' } }, {})).toMatchObject({ own: {} })
    expect(asking('pool', other, { ...usual, clock, options: { n: '10' } }, {})).toEqual({
      ...seek,
      game: 'other',
      options: { n: 10 },
      own: {},
    })
  })
})

describe('the defaults', () => {
  it('show prominent options, in the pool one army only', () => {
    expect(prominent(game, 'bot').map(({ name }) => name)).toEqual(['white', 'black'])
    expect(prominent(game, 'pool').map(({ name }) => name)).toEqual(['white'])
    expect(prominent(other, 'pool').map(({ name }) => name)).toEqual(['n'])
  })

  it('include the usual clock of the game for every kind of match', () => {
    expect((['bot', 'screen', 'invite', 'pool', 'challenge'] as const).map((how) => usualClock(how, other))).toEqual(
      Array(5).fill({ kind: 'turn', seconds: 60 }),
    )
    expect(usualClock('bot', game)).toEqual({ kind: 'none' })
  })

  it('give people their usual side against a bot', () => {
    expect(usualColour('bot', { ...game, person_side: 0 })).toBe('first')
    expect(usualColour('bot', { ...game, person_side: 1 })).toBe('second')
    expect(usualColour('bot', game)).toBe('random')
    expect(usualColour('invite', { ...game, person_side: 0 })).toBe('random')
    expect(usualColour('screen', game)).toBe('first')
  })

  it('explain why a match cannot be rated', () => {
    expect(whyNotRated('bot', true, game, {})).toBe('rated_bot')
    expect(whyNotRated('screen', true, game, {})).toBe('rated_screen')
    expect(whyNotRated('pool', false, game, {})).toBe('rated_guest')
    expect(whyNotRated('pool', true, game, { white: 'wildwood' })).toBe('rated_options')
    expect(whyNotRated('invite', true, other, { n: '10' })).toBe('rated_options')
    expect(whyNotRated('invite', true, other, { n: '8' })).toBe('')
    expect(whyNotRated('pool', true, game, { quiet: '40', white: 'standard' })).toBe('')
  })
})

describe('accepting a seek from the list', () => {
  const seek = {
    id: 'listed',
    name: 'Ann',
    game: 'some',
    options: {},
    clock: { kind: 'none' },
    rated: false,
    legs: 1,
  } as OpenSeek
  const fields = { white: 'wildwood' }

  it('sends the same seek by its id, with the user’s army', () => {
    const { id, name: _, ...same } = seek
    expect(taking(seek, game, fields)).toEqual({ type: 'seek', take: id, ...same, own: { army: 'wildwood' } })
  })

  it('sends no army for a rated match', () => {
    expect(taking({ ...seek, rated: true }, game, fields)).toMatchObject({ own: {}, rated: true })
  })
})
