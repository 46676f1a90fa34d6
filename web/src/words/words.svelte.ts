/** Every text that people read: our own by key, and what the server says, by code and parameters. */

import { settings, type Language } from '../lib/settings.svelte'
import { de } from './de'
import { en } from './en'
import { capital, Catalogue } from './catalogue'
import type { Entry, Text } from '../protocol/words'

export type Key = keyof typeof en
const OWN: Record<Language, Record<Key, string>> = { en, de }

/** Our own words as phrases, for what is told as if the server had said it: `browser.unreachable`. */
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

  /** From now on there are these phrases in a language. */
  take(language: Language, phrases: Record<string, Entry>): void {
    this.phrases = { ...this.phrases, [language]: phrases }
  }

  /** Our own words. */
  t(key: Key, values: Record<string, string | number> = {}): string {
    return OWN[settings.language][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
  }

  /** Our own words about a number: `moves_one` or `moves_other`. */
  count(key: string, count: number, values: Record<string, string | number> = {}): string {
    return this.t(`${key}_${count === 1 ? 'one' : 'other'}` as Key, { count, ...values })
  }

  /** A text, be it a phrase or not. */
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
/** A text as files and records have it, whatever language somebody reads. */
export const sayEnglish = (text: Text): string => words.english.say(text)

// actions without squares, and what is to be done with two that have the same squares
const ACTIONS: Record<string, Key> = {
  end: 'action_end',
  pass: 'action_pass',
  timeout: 'action_timeout',
  move: 'action_move',
}

/** An action as players write it: squares are the same in every language, `end` and `pass` are words. */
export function sayAction(action: string): string {
  const key = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined
  return key ? t(key) : action
}

/** A day, or a day with its time, as people here write it. */
export function day(time: number): string {
  return new Date(time).toLocaleDateString(settings.language, { year: 'numeric', month: 'short', day: 'numeric' })
}

export function moment(time: number): string {
  return new Date(time).toLocaleString(settings.language, { dateStyle: 'medium', timeStyle: 'short' })
}
