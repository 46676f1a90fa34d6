/** How a review's marks are shown: a glyph, a colour (marks.css) and a word. */

import type { Key } from '../words/words.svelte'
import './marks.css'
import type { Mark } from '../protocol/search/review'

export interface MarkShown {
  glyph: string
  word: Key
}

/** Lists show only marks for faults. */
export const MARKS: Partial<Record<Mark, MarkShown>> = {
  inaccuracy: { glyph: '?!', word: 'mark_inaccuracy' },
  mistake: { glyph: '?', word: 'mark_mistake' },
  blunder: { glyph: '??', word: 'mark_blunder' },
}

export function isFault(mark: Mark): boolean {
  return mark in MARKS
}
