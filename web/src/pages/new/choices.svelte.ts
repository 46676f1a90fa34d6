/** The choices on this page, stored on this device. */

import { session } from '../../lib/session.svelte'
import { settings } from '../../lib/settings.svelte'
import { t, type Key } from '../../words/words.svelte'
import { usualClock, usualColour, whyNotRated, type Choice, type Own, type With } from '../../parts/setup'
import type { GameShown } from '../../protocol/games'
import type { Clock } from '../../protocol/play/clocks'
import type { Legs } from '../../protocol/play/legs'
import type { Colour } from '../../protocol/play/match_setup'

const PLACE = 'quincunx-new'
const CONTENT = 'quincunx-content' // where the editor stores the user's content

interface StoredChoices {
  friend: 'screen' | 'invite' | 'challenge'
  colours: Record<string, Colour> // by way to play and game
  times: Record<string, Clock> // by way to play and game
  names: Partial<Record<With, string>>
  options: Record<string, Record<string, string>> // by game
  ratedBy: Partial<Record<With, boolean>> // by way to play
  public: boolean
  screenPublic: boolean // for games on one screen, which show the friend's name
  legs: Legs
}

const BEGINNING: StoredChoices = {
  friend: 'screen',
  colours: {},
  times: {},
  names: {},
  options: {},
  ratedBy: { pool: true },
  public: true,
  screenPublic: false,
  legs: 1,
}

export class Chosen {
  kept = $state<StoredChoices>({ ...BEGINNING, ...read<Partial<StoredChoices>>(PLACE, {}) })
  readonly own: Own = read<Own>(CONTENT, {})

  constructor(private readonly against: () => string) {}

  get how(): With {
    if (this.against() === 'bot') return 'bot'
    if (this.against() === 'online') return 'pool'
    const { friend } = this.kept
    if (friend === 'challenge' && !session.member) return 'invite'
    return ['screen', 'invite', 'challenge'].includes(friend) ? friend : 'screen'
  }

  clock(game: GameShown): Clock {
    return this.kept.times[`${this.how} ${game.key}`] ?? usualClock(this.how, game)
  }

  setClock(game: GameShown, clock: Clock): void {
    this.kept.times[`${this.how} ${game.key}`] = clock
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

  /** The values of a game's option fields. */
  fields(game: string): Record<string, string> {
    return this.kept.options[game] ?? {}
  }

  setField(game: string, option: string, field: string): void {
    this.kept.options[game] = { ...this.fields(game), [option]: field }
  }

  /** Why the match cannot be rated; empty if it can. */
  casualBecause(game: GameShown): Key | '' {
    return whyNotRated(this.how, session.member !== null, game, this.fields(game.key))
  }

  rated(game: GameShown): boolean {
    return this.wantsRated && this.casualBecause(game) === ''
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

  choice(game: GameShown): Choice {
    return {
      options: this.fields(game.key),
      colour: this.colour(game),
      level: settings.level,
      clock: this.clock(game),
      name: this.name.trim() || t('friend'),
      rated: this.rated(game),
      public: this.public,
      legs: this.kept.legs,
    }
  }

  keep(): void {
    try {
      localStorage.setItem(PLACE, JSON.stringify(this.kept))
    } catch {
      // the browser stores nothing: the choice lasts until the page is closed
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
