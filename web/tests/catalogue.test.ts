import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import type { Entry, Text } from '../src/protocol/words'
import { capital, Catalogue, topic } from '../src/words/catalogue'

interface Vectors {
  english: Record<string, Entry>
  german: Record<string, Entry>
  says: { text: Text; english: string; german: string }[]
}

test('the same vectors as the server', () => {
  const { english, german, says } = JSON.parse(readFileSync('../tests/words/vectors.json', 'utf8')) as Vectors
  const inEnglish = new Catalogue(english)
  const inGerman = new Catalogue(german, inEnglish)
  expect(says.length).toBeGreaterThan(10)
  for (const { text, ...said } of says) {
    expect({ english: inEnglish.say(text), german: inGerman.say(text) }).toEqual(said)
  }
})

describe('a text', () => {
  it('has the last part of its code as its topic, or itself', () => {
    expect(topic({ code: 'some.weapon.healing_staff' })).toBe('healing_staff')
    expect(topic('check')).toBe('check')
  })

  it('gets a capital letter unless it is a symbol', () => {
    expect(['white', 'x', ''].map(capital)).toEqual(['White', 'x', ''])
  })
})
