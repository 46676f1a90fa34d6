import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Catalogue } from '../src/words/catalogue'

const german = new Catalogue([
  ['white', 'Weiß'],
  ['{side} to move.', '{side} ist am Zug.'],
  ['The piece on {square} cannot go anywhere now.', 'Der Stein auf {square} kann gerade nirgendwohin.'],
])

test('exact sentences, templates, and what fills them', () => {
  expect(german.say('white')).toBe('Weiß')
  expect(german.say('white to move.')).toBe('Weiß ist am Zug.')
  expect(german.say('The piece on d4 cannot go anywhere now.')).toBe('Der Stein auf d4 kann gerade nirgendwohin.')
})

test('what is unknown stays as it is', () => {
  expect(german.say('Something (else).')).toBe('Something (else).')
})

test('the same vectors as the server', () => {
  const { sentences, game, says, says_in_game } = JSON.parse(
    readFileSync('../tests/words/vectors.json', 'utf8'),
  ) as Record<string, [string, string][]>
  const [plain, inGame] = [new Catalogue(sentences!), new Catalogue([...game!, ...sentences!])]
  for (const [english, translated] of says!) expect(plain.say(english)).toBe(translated)
  for (const [english, translated] of says_in_game!) expect(inGame.say(english)).toBe(translated)
})
