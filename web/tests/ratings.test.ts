import { expect, it } from 'vitest'
import { changeText, ratingText } from '../src/words/ratings'

it('marks a provisional rating', () => {
  expect([ratingText(1499.6, true), ratingText(1499.6, false)]).toEqual(['1500?', '1500'])
})

it('shows how a match changed a rating', () => {
  expect([changeText(1500, 1512), changeText(1500, 1493), changeText(1500, 1500)]).toEqual(['+12', '−7', '±0'])
})
