/** The choices of this page, kept on this device until next time. */

import type { Clock, GameShown, RulesShown } from '../../lib/api'
import { session } from '../../lib/session.svelte'
import { settings } from '../../lib/settings.svelte'
import { t, type Key } from '../../words/words.svelte'
import {
  usualClock,
  usualColour,
  whyNotRated,
  type Choice,
  type Colour,
  type Legs,
  type Own,
  type With,
} from '../../parts/setup'

const PLACE = 'quincunx-new'
const CONTENT = 'quincunx-content' // where the editor keeps what people make

interface Kept {
  friend: 'screen' | 'invite' | 'challenge'
  colours: Record<string, Colour> // by way and game
  times: Record<string, Clock> // by way, game and rule set
  names: Partial<Record<With, string>>
  rules: Record<string, string> // by game
  options: Record<string, Record<string, string>> // by game and rule set
  ratedBy: Partial<Record<With, boolean>> // by way
  public: boolean
  screenPublic: boolean // at one screen, where the friend's name would be seen
  legs: Legs
}

const BEGINNING: Kept = {
  friend: 'screen',
  colours: {},
  times: {},
  names: {},
  rules: {},
  options: {},
  ratedBy: { pool: true },
  public: true,
  screenPublic: false,
  legs: 1,
}

export class Chosen {
  kept = $state<Kept>({ ...BEGINNING, ...read<Partial<Kept>>(PLACE, {}) })
  readonly own: Own = read<Own>(CONTENT, {})

  constructor(private readonly against: () => string) {}

  get how(): With {
    if (this.against() === 'bot') return 'bot'
    if (this.against() === 'online') return 'pool'
    const { friend } = this.kept
    if (friend === 'challenge' && !session.member) return 'invite'
    return ['screen', 'invite', 'challenge'].includes(friend) ? friend : 'screen'
  }

  clock(game: GameShown, rules: RulesShown): Clock {
    return this.kept.times[`${this.how} ${game.key}/${rules.name}`] ?? usualClock(this.how, rules)
  }

  setClock(game: GameShown, rules: RulesShown, clock: Clock): void {
    this.kept.times[`${this.how} ${game.key}/${rules.name}`] = clock
  }

  colour(game: GameShown): Colour {
    return this.kept.colours[`${this.how} ${game.key}`] ?? usualColour(this.how, game)
  }

  setColour(game: GameShown, colour: Colour): void {
    this.kept.colours[`${this.how} ${game.key}`] = colour
  }

  get name(): string {
    return this.kept.names[this.how] ?? ''
  }

  set name(name: string) {
    this.kept.names[this.how] = name
  }

  /** The fields of a rule set's options. */
  fields(game: string, rules: string): Record<string, string> {
    return this.kept.options[`${game}/${rules}`] ?? {}
  }

  setField(game: string, rules: string, option: string, field: string): void {
    this.kept.options[`${game}/${rules}`] = { ...this.fields(game, rules), [option]: field }
  }

  /** Why the match will be casual whatever is wanted; empty where one can choose. */
  casualBecause(game: GameShown, rules: RulesShown): Key | '' {
    return whyNotRated(this.how, session.member !== null, game, rules, this.fields(game.key, rules.name))
  }

  rated(game: GameShown, rules: RulesShown): boolean {
    return this.wantsRated && this.casualBecause(game, rules) === ''
  }

  get wantsRated(): boolean {
    return this.kept.ratedBy[this.how] ?? false
  }

  set wantsRated(rated: boolean) {
    this.kept.ratedBy[this.how] = rated
  }

  /** Whether others may watch. */
  get public(): boolean {
    return this.how === 'screen' ? this.kept.screenPublic : this.kept.public
  }

  set public(open: boolean) {
    if (this.how === 'screen') this.kept.screenPublic = open
    else this.kept.public = open
  }

  choice(game: GameShown, rules: RulesShown): Choice {
    return {
      rules: rules.name,
      options: this.fields(game.key, rules.name),
      colour: this.colour(game),
      level: settings.level,
      clock: this.clock(game, rules),
      name: this.name.trim() || t('friend'),
      rated: this.rated(game, rules),
      public: this.public,
      legs: this.kept.legs,
    }
  }

  keep(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept))
    } catch {
      // a browser that keeps nothing: the choice holds for this visit
    }
  }
}

function read<Value>(place: string, otherwise: Value): Value {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as Value | null) ?? otherwise
  } catch {
    return otherwise
  }
}
