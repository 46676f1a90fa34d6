/** Getting the server's phrases: English, which stands in for what is not translated, and the language that is read. */

import { get } from '../lib/api'
import { settings, type Language } from '../lib/settings.svelte'
import type { Words } from '../protocol/words'
import { words } from './words.svelte'

const PATIENCE = 5_000 // milliseconds: after that a page is shown without the phrases
const AGAIN = 10_000 // milliseconds after a failure

const asked = new Map<Language, Promise<void>>()

/** Get what the server says in a language, and in English, unless it is here. */
export async function loadWords(language: Language): Promise<void> {
  await Promise.all([load('en'), load(language)])
}

/** When the phrases are here, or a page must do without them. */
export async function wordsToShow(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)))
  await Promise.race([loadWords(settings.language).catch(() => {}), enough])
  clearTimeout(timer)
}

function load(language: Language): Promise<void> {
  const known = asked.get(language)
  if (known) return known
  const coming = fetchWords(language).catch((error: unknown) => {
    asked.delete(language)
    setTimeout(() => void load(language).catch(() => {}), AGAIN)
    throw error
  })
  asked.set(language, coming)
  return coming
}

async function fetchWords(language: Language): Promise<void> {
  words.take(language, (await get<Words>(`/words/${language}`)).phrases)
}
