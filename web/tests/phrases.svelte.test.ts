// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Entry } from '../src/protocol/words'

const WORDS: Record<string, Record<string, Entry>> = {
  en: { 'some.side.white': 'white', 'some.status.to_move': '{Side} to move.', 'some.only': 'Only here.' },
  de: { 'some.side.white': 'Weiß', 'some.status.to_move': '{Side} ist am Zug.' },
}
const TO_MOVE = { code: 'some.status.to_move', params: { side: { code: 'some.side.white' } } }

let asked: string[] = []
let away = false

function answer(url: string): Promise<Response> {
  asked.push(url)
  if (away) return Promise.reject(new TypeError('no network'))
  const language = url.slice(-2)
  return Promise.resolve(new Response(JSON.stringify({ language, phrases: WORDS[language] })))
}

/** Fresh copies of the modules, as on a newly opened page. */
async function opened() {
  vi.resetModules()
  const [loading, words, { settings }] = await Promise.all([
    import('../src/words/loading'),
    import('../src/words/words.svelte'),
    import('../src/lib/settings.svelte'),
  ])
  return { ...loading, ...words, settings }
}

beforeEach(() => {
  asked = []
  away = false
  localStorage.clear()
  vi.stubGlobal('fetch', vi.fn(answer))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a text of the server', () => {
  it('is shown in English, or in German if chosen', async () => {
    const { loadWords, say, sayCapital, sayEnglish, settings } = await opened()
    settings.language = 'en'
    await loadWords('en')
    expect(say(TO_MOVE)).toBe('White to move.')
    settings.language = 'de'
    await loadWords('de')
    expect(say(TO_MOVE)).toBe('Weiß ist am Zug.')
    expect(say({ code: 'some.only' })).toBe('Only here.')
    expect(sayCapital({ code: 'some.side.white' })).toBe('Weiß')
    expect(sayEnglish({ code: 'some.side.white' })).toBe('white')
    expect(say('Ann')).toBe('Ann')
    expect(asked).toEqual(['/api/words/en', '/api/words/de'])
  })

  it('is requested in both languages at once', async () => {
    const { settings, wordsToShow, say } = await opened()
    settings.language = 'de'
    await wordsToShow()
    expect(asked).toEqual(['/api/words/en', '/api/words/de'])
    expect(say(TO_MOVE)).toBe('Weiß ist am Zug.')
  })

  it('is shown as its code if loading fails, and requested again', async () => {
    vi.useFakeTimers()
    const { say, settings, wordsToShow } = await opened()
    settings.language = 'en'
    away = true
    await wordsToShow()
    expect(say(TO_MOVE)).toBe('some.status.to_move')
    away = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(say(TO_MOVE)).toBe('White to move.')
  })

  it('does not keep pages waiting', async () => {
    vi.useFakeTimers()
    const { wordsToShow } = await opened()
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    const shown = vi.fn()
    void wordsToShow().then(shown)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(shown).toHaveBeenCalled()
  })
})

describe('a text of the page', () => {
  it('can be used as a phrase', async () => {
    const { say, settings } = await opened()
    settings.language = 'de'
    expect(say({ code: 'browser.unreachable' })).toBe('Der Server ist nicht zu erreichen.')
  })

  it('exists for actions without squares', async () => {
    const { sayAction, settings } = await opened()
    settings.language = 'de'
    expect(['end', 'pass', 'e4', 'constructor'].map(sayAction)).toEqual(['Zug beenden', 'Passen', 'e4', 'constructor'])
  })
})
