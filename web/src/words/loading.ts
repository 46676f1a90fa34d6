/** Loads the server's phrases: English, as the fallback for missing translations, and the user's language. */

import { get } from '../lib/api'
import { settings, type Language } from '../lib/settings.svelte'
import type { Words } from '../protocol/words'
import { words } from './words.svelte'

const PATIENCE = 5_000 // milliseconds: after that a page is shown without the phrases
const AGAIN = 10_000 // milliseconds after a failure

const asked = new Map<Language, Promise<void>>()

/** Load the phrases of a language and of English, unless they are loaded. */
export async function loadWords(language: Language): Promise<void> {
  await Promise.all([load('en'), load(language)])
}

/** Wait until the phrases are loaded, or until a page must do without them. */
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
