/** All texts shown to users: the page's own by key, and the server's by code and parameters. */

import { settings, type Language } from '../lib/settings.svelte'
import { de } from './de'
import { en } from './en'
import { capital, Catalogue } from './catalogue'
import type { Entry, Text } from '../protocol/words'

export type Key = keyof typeof en
const OWN: Record<Language, Record<Key, string>> = { en, de }

/** The page's own texts as phrases, so that they can be used like the server's: `browser.unreachable`. */
function asPhrases(own: Record<Key, string>): Record<string, Entry> {
  return Object.fromEntries(Object.entries(own).map(([key, text]) => [`browser.${key}`, text]))
}

class Words {
  private phrases = $state.raw<Partial<Record<Language, Record<string, Entry>>>>({})
  readonly english = $derived(new Catalogue({ ...this.phrases.en, ...asPhrases(en) }))
  private catalogue = $derived.by(() => {
    const { language } = settings
    return language === 'en'
      ? this.english
      : new Catalogue({ ...this.phrases[language], ...asPhrases(OWN[language]) }, this.english)
  })

  /** Set the phrases of a language. */
  take(language: Language, phrases: Record<string, Entry>): void {
    this.phrases = { ...this.phrases, [language]: phrases }
  }

  /** One of the page's own texts. */
  t(key: Key, values: Record<string, string | number> = {}): string {
    return OWN[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }

  /** One of the page's own texts with a number: `moves_one` or `moves_other`. */
  count(key: string, count: number, values: Record<string, string | number> = {}): string {
    return this.t(`${key}_${count === 1 ? 'one' : 'other'}` as Key, { count, ...values })
  }

  /** The text of a phrase; other text unchanged. */
  say(text: Text): string {
    return this.catalogue.say(text)
  }
}

export const words = new Words()

export const t = (key: Key, values?: Record<string, string | number>): string => words.t(key, values)
export const counted = (key: string, count: number, values?: Record<string, string | number>): string =>
  words.count(key, count, values)
export const say = (text: Text): string => words.say(text)
export const sayCapital = (text: Text): string => capital(words.say(text))
/** A text in English, for files and records, whatever the user's language. */
export const sayEnglish = (text: Text): string => words.english.say(text)

// actions without squares, and named choices between actions with the same squares
const ACTIONS: Record<string, Key> = {
  end: 'action_end',
  pass: 'action_pass',
  timeout: 'action_timeout',
  move: 'action_move',
}

/** The notation of an action: squares are the same in every language, `end` and `pass` are translated. */
export function sayAction(action: string): string {
  const key = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  return key ? t(key) : action
}

/** A date in the user's language; `moment` adds the time. */
export function day(time: number): string {
  return new Date(time).toLocaleDateString(settings.language, { year: 'numeric', month: 'short', day: 'numeric' })
}

export function moment(time: number): string {
  return new Date(time).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' })
}
