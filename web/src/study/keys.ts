/** Keyboard shortcuts of pages with a board. Keys for the board itself, fields and open dialogs are ignored. */

import type { Key } from '../words/words.svelte'

export type Keys = Record<string, () => void>

const PRESSES = 'button, a, summary, [role=switch]' // elements that the space bar activates

/** The name of a key in `Keys`: `undo` and `redo` for their combinations with Ctrl or Cmd. */
export function nameOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.altKey) return ''
  if (!event.ctrlKey && !event.metaKey) return key
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : ''
}

/** Run the action of a key, if it has one. */
export function press(event: KeyboardEvent, keys: Keys): void {
  const target = event.target as HTMLElement
  if (event.defaultPrevented || target.closest('input, textarea, select, dialog')) return
  if (event.key === ' ' && target.closest(PRESSES)) return
  const act = keys[nameOf(event)]
  if (!act) return
  event.preventDefault()
  act()
}

/** The shortcuts of every page with a study, for the list of keys. */
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
