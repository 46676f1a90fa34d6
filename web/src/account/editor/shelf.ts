/** Content that people have made: kept on this device, by game and option, then by name. */

import type { Content } from './form'

const PLACE = 'quincunx-content'

type Kept = Pick<Storage, 'getItem' | 'setItem'>

export function stored(place: string, kept: Kept = localStorage): Record<string, Content> {
  const mine = Object.entries(mapping(read(kept, PLACE)[place]) ?? {})
  return Object.fromEntries(mine.filter((each): each is [string, Content] => mapping(each[1]) !== null))
}

/** Keep it under a name, in place of what has that name, and of what it was called before. */
export function store(place: string, name: string, content: Content, was = '', kept: Kept = localStorage): void {
  const mine = { ...stored(place, kept) }
  if (was) delete mine[was]
  mine[name] = content
  write(place, mine, kept)
}

const DRAFTS = 'quincunx-drafts'

/** What was being edited when its page was left, and under which name it is kept, if it is. */
export interface Unsaved {
  content: Content
  kept: string
}

export function unsaved(place: string, kept: Kept = localStorage): Unsaved | null {
  const left = mapping(read(kept, DRAFTS)[place])
  const content = mapping(left?.content)
  return content && typeof left?.kept === 'string' ? { content, kept: left.kept } : null
}

/** Remember what is being edited, or nothing any more; a browser that keeps nothing loses it with the page. */
export function remember(place: string, draft: Unsaved | null, kept: Kept = localStorage): void {
  const { [place]: _, ...rest } = read(kept, DRAFTS)
  try {
    kept.setItem(DRAFTS, JSON.stringify(draft ? { ...rest, [place]: draft } : rest))
  } catch {
    // there is no room, or none is given
  }
}

export function discard(place: string, name: string, kept: Kept = localStorage): void {
  const mine = { ...stored(place, kept) }
  delete mine[name]
  write(place, mine, kept)
}

function read(kept: Kept, at: string): Record<string, unknown> {
  return fromFile(kept.getItem(at) ?? '') ?? {}
}

/** What anybody may have written, as a mapping; null where it is none. */
function mapping(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function write(place: string, mine: Record<string, Content>, kept: Kept): void {
  kept.setItem(PLACE, JSON.stringify({ ...read(kept, PLACE), [place]: mine }))
}

/** A name that nothing has yet: the name itself, or with a number. */
export function freeName(name: string, taken: string[]): string {
  if (!taken.includes(name)) return name
  let number = 2
  while (taken.includes(`${name} ${number}`)) number++
  return `${name} ${number}`
}

/** Content from a file's text; null where it is no mapping. */
export function fromFile(text: string): Content | null {
  try {
    return mapping(JSON.parse(text))
  } catch {
    return null
  }
}
