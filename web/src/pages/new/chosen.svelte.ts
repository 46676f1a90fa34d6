/** The choices of this page, kept on this device until next time. */

import type { Clock } from '../../lib/api'
import { session } from '../../lib/session.svelte'
import { settings } from '../../lib/settings.svelte'
import { t } from '../../words/words.svelte'
import type { Choice, Colour, Legs, Own, With } from './setup'

const PLACE = 'quincunx-new'
const CONTENT = 'quincunx-content' // where the editor keeps what people make

interface Kept {
  friend: Exclude<With, 'bot'>
  colour: Colour
  clocks: Partial<Record<With, Clock>>
  names: Partial<Record<With, string>>
  rules: Record<string, string> // by game
  options: Record<string, Record<string, string>> // by game and rule set
  rated: boolean
  public: boolean
  legs: Legs
}

const BEGINNING: Kept = {
  friend: 'screen',
  colour: 'random',
  clocks: { pool: { kind: 'fischer', seconds: 300, increment: 3 } },
  names: {},
  rules: {},
  options: {},
  rated: false,
  public: true,
  legs: 1,
}

export class Chosen {
  kept = $state<Kept>({ ...BEGINNING, ...read<Partial<Kept>>(PLACE, {}) })
  readonly own: Own = read<Own>(CONTENT, {})

  constructor(private readonly against: () => string) {}

  get how(): With {
    if (this.against() === 'bot') return 'bot'
    return this.kept.friend === 'challenge' && !session.member ? 'invite' : this.kept.friend
  }

  get clock(): Clock {
    return this.kept.clocks[this.how] ?? { kind: 'none' }
  }

  set clock(clock: Clock) {
    this.kept.clocks[this.how] = clock
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

  choice(game: string, rules: string): Choice {
    const { colour, rated, public: open, legs } = this.kept
    const { clock } = this
    const name = this.name.trim() || t('friend')
    return { rules, options: this.fields(game, rules), colour, level: settings.level, clock, name, rated, public: open, legs }
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
