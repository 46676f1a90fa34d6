/** The choices for a match, and the requests made from them. */

import type { Key } from '../words/words.svelte'
import type { Side } from '../protocol/core/sides'
import type { GameShown, OptionShown } from '../protocol/games'
import type { OpenSeek } from '../protocol/lobby'
import type { Create, Seek } from '../protocol/messages/from_client'
import type { Legs } from '../protocol/play/legs'
import type { Colour } from '../protocol/play/match_setup'
import type { Opponent } from '../protocol/play/opponents'
import type { Unnamed } from '../lib/live.svelte'
import type { Clock } from '../protocol/play/clocks'
import type { Scene } from '../protocol/play/scene'

export type With = 'bot' | 'screen' | 'invite' | 'pool' | 'challenge'

export interface Choice {
  options: Record<string, string> // the contents of the fields; '' is the default
  colour: Colour
  level: number
  clock: Clock
  name: string // of the friend on this screen, or of the challenged player
  rated: boolean
  public: boolean
  legs: Legs
}

/** The user's own content, by `game/option`, then by name. */
export type Own = Record<string, Record<string, unknown>>

export const OWN = 'own:' // prefix of the names of the user's own content

export const CLOCKS: { [Kind in Clock['kind']]: Extract<Clock, { kind: Kind }>[] } = {
  none: [{ kind: 'none' }],
  turn: [30, 60, 120].map((seconds) => ({ kind: 'turn', seconds })),
  fischer: [
    { kind: 'fischer', seconds: 180, increment: 2 },
    { kind: 'fischer', seconds: 300, increment: 3 },
    { kind: 'fischer', seconds: 900, increment: 10 },
  ],
  days: [1, 3, 7].map((days) => ({ kind: 'days', days })),
}

/** The default clock: the game's own, else one that suits the kind of match. */
export function usualClock(how: With, game: GameShown): Clock {
  if (game.clock) return game.clock
  return how === 'pool' ? { kind: 'fischer', seconds: 300, increment: 3 } : { kind: 'none' }
}

/** The default side. */
export function usualColour(how: With, game: GameShown): Colour {
  if (how === 'bot' && game.person_side !== null) return game.person_side === 0 ? 'first' : 'second'
  return how === 'screen' ? 'first' : 'random'
}

/** Whether the sides start with different numbers of pieces of a kind, and so have different tasks. */
export function sidesDiffer(scene: Scene): boolean {
  return counts(scene, 0) !== counts(scene, 1)
}

function counts({ pieces }: Scene, side: Side): string {
  const kinds: Record<string, number> = {}
  for (const { owner, shape } of pieces) if (owner === side) kinds[shape] = (kinds[shape] ?? 0) + 1
  return Object.values(kinds)
    .sort((one, other) => one - other)
    .join()
}

/** The main options of a match. In the pool, options that each player chooses for their own side are listed once. */
export function prominent(game: GameShown, how: With): OptionShown[] {
  const found = game.options.filter((option) => option.prominent)
  return how === 'pool' ? found.filter((option) => !option.own || option.side === 0) : found
}

/** Why a match cannot be rated, as the key of a text; empty if it can. */
export function whyNotRated(how: With, member: boolean, game: GameShown, fields: Record<string, string>): Key | '' {
  if (how === 'bot') return 'rated_bot'
  if (how === 'screen') return 'rated_screen'
  if (!member) return 'rated_guest'
  const different = how === 'pool' ? { ...shared(game, fields), ...forMyself(game, fields) } : chosen(game, fields, {})
  return Object.keys(different).length ? 'rated_options' : ''
}

/** The message that creates the match or seeks an opponent in the pool. */
export function asking(how: With, game: GameShown, choice: Choice, own: Own): Unnamed<Create | Seek> {
  const common = { game: game.key, clock: choice.clock, legs: choice.legs, rated: choice.rated }
  if (how === 'pool') {
    return {
      type: 'seek',
      ...common,
      options: shared(game, choice.options),
      own: forMyself(game, choice.options),
    }
  }
  return {
    type: 'create',
    ...common,
    options: chosen(game, choice.options, own),
    colour: choice.colour,
    opponent: opponent(how, choice),
    visibility: choice.public ? 'public' : 'private',
  }
}

/** The message that accepts a seek from the list; for casual matches it includes the user's own-side options. */
export function taking(seek: OpenSeek, played: GameShown | undefined, fields: Record<string, string>): Unnamed<Seek> {
  const { id, game, options, clock, rated, legs } = seek
  const own = rated || !played ? {} : forMyself(played, fields)
  return { type: 'seek', take: id, game, options, own, clock, rated, legs }
}

/** The options that differ from the defaults, with values of the right type. */
export function chosen(game: GameShown, fields: Record<string, string>, own: Own): Record<string, unknown> {
  return worth(game, game.options, fields, own)
}

/** The shared options of a pool match that differ from the defaults. */
function shared(game: GameShown, fields: Record<string, string>): Record<string, unknown> {
  return worth(
    game,
    prominent(game, 'pool').filter((option) => !option.own),
    fields,
    {},
  )
}

/** The own-side options for the pool that differ from the defaults; content made by the user is left out. */
function forMyself(game: GameShown, fields: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const option of prominent(game, 'pool')) {
    const field = fields[option.name] ?? ''
    if (option.own && option.choices?.includes(field) && !isUsual(option, field)) found[option.own] = field
  }
  return found
}

function worth(
  game: GameShown,
  options: OptionShown[],
  fields: Record<string, string>,
  own: Own,
): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const option of options) {
    const field = (fields[option.name] ?? '').trim()
    if (field !== '' && !isUsual(option, field))
      found[option.name] = value(option, field, own[`${game.key}/${option.name}`])
  }
  return found
}

/** Whether a field has the default value. A random option counts as chosen even if it names the default. */
export function isUsual(option: OptionShown, field: string): boolean {
  return field === option.default && option.kind !== 'random'
}

function value(option: OptionShown, field: string, own: Record<string, unknown> = {}): unknown {
  if (option.kind === 'number' || option.kind === 'size') return Number(field)
  return field.startsWith(OWN) ? own[field.slice(OWN.length)] : field
}

function opponent(how: With, choice: Choice): Opponent {
  if (how === 'bot') return { kind: 'bot', level: choice.level }
  if (how === 'invite') return { kind: 'invite' }
  return { kind: how === 'screen' ? 'hot_seat' : 'challenge', name: choice.name.trim() }
}
