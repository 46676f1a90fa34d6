/** Every text that people read: our own by key, and what the server says by matching its sentences. */

import { get } from '../lib/api'
import { settings, type Language } from '../lib/settings.svelte'
import { de } from './de'
import { en } from './en'
import { Catalogue } from './catalogue'

export type Key = keyof typeof en
const OWN: Record<Language, Record<Key, string>> = { en, de }

interface Told {
  sentences: [string, string][]
  games: Record<string, [string, string][]>
}

class Words {
  game = $state('') // what is spoken of: a word may mean another thing in another game
  private told = $state.raw<Partial<Record<Language, Told>>>({ en: { sentences: [], games: {} } })
  private catalogue = $derived.by(() => {
    const told = this.told[settings.language]
    return told ? new Catalogue([...(told.games[this.game] ?? []), ...told.sentences]) : null
  })

  /** Get what the server's sentences are in a language. */
  async load(language: Language): Promise<void> {
    if (this.told[language]) return
    const told = await get<Told>(`/words/${language}`)
    this.told = { ...this.told, [language]: told }
  }

  /** Our own words. */
  t(key: Key, values: Record<string, string | number> = {}): string {
    return OWN[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }

  /** Our own words about a number: `moves_one` or `moves_other`. */
  count(key: string, count: number, values: Record<string, string | number> = {}): string {
    return this.t(`${key}_${count === 1 ? 'one' : 'other'}` as Key, { count, ...values })
  }

  /** What the server says. */
  say(sentence: string): string {
    return this.catalogue?.say(sentence) ?? sentence
  }
}

const words = new Words()

export const loadWords = (language: Language): Promise<void> => words.load(language)
/** From now on words are meant as a game means them. */
export function speakOf(game: string): void {
  words.game = game
}

export const t = (key: Key, values?: Record<string, string | number>): string => words.t(key, values)
export const counted = (key: string, count: number, values?: Record<string, string | number>): string =>
  words.count(key, count, values)
export const say = (sentence: string): string => words.say(sentence)
/** An action of a record: squares are the same in every language, `end` and `pass` are words. */
export const sayAction = (action: string): string => (/\d/.test(action) ? action : words.say(action))
export const sayCapital = (sentence: string): string => capital(words.say(sentence))

/** With a capital at its beginning; a name of one letter stays as it is. */
export function capital(text: string): string {
  return text.length === 1 ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

/** A day, or a day with its time, as people here write it. */
export function day(time: number): string {
  return new Date(time).toLocaleDateString(settings.language, { year: 'numeric', month: 'short', day: 'numeric' })
}

export function moment(time: number): string {
  return new Date(time).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' })
}
