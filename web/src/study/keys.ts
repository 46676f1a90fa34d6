/** Keys of a page with a board: those of the board itself, of fields and of open dialogs are left alone. */

import type { Key } from '../words/words.svelte'

export type Keys = Record<string, () => void>

const PRESSES = 'button, a, summary, [role=switch]' // what the space bar presses

/** What a key is called in a list of keys: `undo` and `redo` where they have modifiers. */
export function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.altKey) return ''
  if (!event.ctrlKey && !event.metaKey) return key
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : ''
}

/** Do what a key means, if it means anything here. */
export function press(event: KeyboardEvent, keys: Keys): void {
  const target = event.target as HTMLElement
  if (event.defaultPrevented || target.closest('input, textarea, select, dialog')) return
  if (event.key === ' ' && target.closest(PRESSES)) return
  const act = keys[nameOf(event)]
  if (!act) return
  event.preventDefault()
  act()
}

/** The keys that every page with a study has, for its list. */
export const STUDY_KEYS: [keys: string, word: Key][] = [
  ['← →', 'key_steps'],
  ['Ctrl+Z Ctrl+Y , .', 'key_undo'],
  ['Home End', 'key_ends'],
  ['↑ ↓ ← →', 'key_board'],
  ['Enter Esc', 'key_pick'],
  ['Z X C', 'key_hands'],
  ['E', 'key_engine'],
  ['B', 'key_best'],
  ['F', 'key_turn'],
  ['S', 'key_share'],
]
