/** The user's own content, stored on this device by game and option, then by name. */

import type { Content } from './form'

const PLACE = 'quincunx-content'

type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

export function stored(place: string, kept: TextStorage = localStorage): Record<string, Content> {
  const mine = Object.entries(mapping(read(kept, PLACE)[place]) ?? {})
  return Object.fromEntries(mine.filter((each): each is [string, Content] => mapping(each[1]) !== null))
}

/** Store content under a name, replacing any content of that name and the one under its former name. */
export function store(place: string, name: string, content: Content, was = '', kept: TextStorage = localStorage): void {
  const mine = { ...stored(place, kept) }
  if (was) delete mine[was]
  mine[name] = content
  write(place, mine, kept)
}

const DRAFTS = 'quincunx-drafts'

/** Content that was being edited when its page was left, and the name it was saved under, if any. */
export interface Unsaved {
  content: Content
  kept: string
}

export function unsaved(place: string, kept: TextStorage = localStorage): Unsaved | null {
  const left = mapping(read(kept, DRAFTS)[place])
  const content = mapping(left?.content)
  return content && typeof left?.kept === 'string' ? { content, kept: left.kept } : null
}

/** Remember a draft, or forget it (null). If the browser stores nothing, it is lost with the page. */
export function remember(place: string, draft: Unsaved | null, kept: TextStorage = localStorage): void {
  const { [place]: _, ...rest } = read(kept, DRAFTS)
  try {
    kept.setItem(DRAFTS, JSON.stringify(draft ? { ...rest, [place]: draft } : rest))
  } catch {
    // storage is full or not allowed
  }
}

export function discard(place: string, name: string, kept: TextStorage = localStorage): void {
  const mine = { ...stored(place, kept) }
  delete mine[name]
  write(place, mine, kept)
}

function read(kept: TextStorage, at: string): Record<string, unknown> {
  return fromFile(kept.getItem(at) ?? '') ?? {}
}

/** An untrusted value as a mapping, or null if it is not one. */
function mapping(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function write(place: string, mine: Record<string, Content>, kept: TextStorage): void {
  kept.setItem(PLACE, JSON.stringify({ ...read(kept, PLACE), [place]: mine }))
}

/** A name that is not taken: the name itself, or with a number. */
export function freeName(name: string, taken: string[]): string {
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} ${number}`)) number++
  return `${name} ${number}`
}

/** Content from the text of a file; null if it is not a JSON mapping. */
export function fromFile(text: string): Content | null {
  try {
    return mapping(JSON.parse(text))
  } catch {
    return null
  }
}
