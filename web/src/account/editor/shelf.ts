/** Content that people have made: kept on this device, by game and option, then by name. */

import type { Content } from './form'

const PLACE = 'quincunx-content'

type Shelf = Record<string, Record<string, Content>>
type Kept = Pick<Storage, 'getItem' | 'setItem'>

export function stored(place: string, kept: Kept = localStorage): Record<string, Content> {
  return read(kept)[place] ?? {}
}

/** Keep it under a name, in place of what has that name, and of what it was called before. */
export function store(place: string, name: string, content: Content, was = '', kept: Kept = localStorage): void {
  const mine = { ...stored(place, kept) }
  if (was) delete mine[was]
  mine[name] = content
  write(place, mine, kept)
}

export function discard(place: string, name: string, kept: Kept = localStorage): void {
  const mine = { ...stored(place, kept) }
  delete mine[name]
  write(place, mine, kept)
}

function read(kept: Kept): Shelf {
  try {
    const shelf: unknown = JSON.parse(kept.getItem(PLACE) ?? '{}')
    return typeof shelf === 'object' && shelf !== null ? (shelf as Shelf) : {}
  } catch {
    return {}
  }
}

function write(place: string, mine: Record<string, Content>, kept: Kept): void {
  kept.setItem(PLACE, JSON.stringify({ ...read(kept), [place]: mine }))
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
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? (content as Content) : null
  } catch {
    return null
  }
}
