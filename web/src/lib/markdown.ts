/** The little of Markdown that rules are written in, read into a tree: whatever is drawn from it is safe. */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; inside: Inline[] }
  | { kind: 'link'; to: string; inside: Inline[] }

export type Block =
  | { kind: 'heading'; level: number; inside: Inline[] }
  | { kind: 'paragraph'; inside: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }

const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/
const ITEM = /^(\s*)([-*]|\d+\.)\s+(.*)$/
const FENCE = /^\s*```/
const RULER = /^\s*\|?[\s:|-]+\|?\s*$/ // between a table's head and its rows
const SPAN = /`([^`]+)`|\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*|\[([^\]]+)\]\(([^)\s]+)\)/
const SAFE = /^(https?:|\/|#|[\w./-]+$)/ // where a link may lead: never to a script

export function blocks(text: string): Block[] {
  const lines = text.split(/\r?\n/)
  const found: Block[] = []
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at)
    if (block) found.push(block)
    at = next
  }
  return found
}

/** The block that begins there, if one does, and where the next may begin. */
function readBlock(lines: string[], at: number): [Block | null, number] {
  const line = lines[at]!
  if (!line.trim()) return [null, at + 1]
  const heading = HEADING.exec(line)
  if (heading) return [{ kind: 'heading', level: heading[1]!.length, inside: inlines(heading[2]!) }, at + 1]
  if (FENCE.test(line)) return readCode(lines, at + 1)
  if (ITEM.test(line)) return readList(lines, at)
  if (line.includes('|') && RULER.test(lines[at + 1] ?? '') && (lines[at + 1] ?? '').includes('-'))
    return readTable(lines, at)
  return readParagraph(lines, at)
}

function readCode(lines: string[], first: number): [Block, number] {
  let end = first
  while (end < lines.length && !FENCE.test(lines[end]!)) end++
  return [{ kind: 'code', text: lines.slice(first, end).join('\n') }, end + 1]
}

/** Items at this depth; what is indented below one belongs to it. */
function readList(lines: string[], first: number): [Block, number] {
  const [, indent, mark] = ITEM.exec(lines[first]!)!
  const ordered = /\d/.test(mark!)
  const items: string[][] = []
  let at = first
  for (; at < lines.length; at++) {
    const line = lines[at]!
    const item = ITEM.exec(line)
    if (item && item[1]!.length <= indent!.length) {
      if (item[1]!.length < indent!.length || /\d/.test(item[2]!) !== ordered) break
      items.push([item[3]!])
    } else if (line.trim() && /^\s/.test(line)) items.at(-1)!.push(line)
    else if (line.trim() && (HEADING.test(line) || FENCE.test(line) || !lines[at - 1]!.trim())) break
    else items.at(-1)!.push(line)
  }
  return [{ kind: 'list', ordered, items: items.map((item) => blocks(dedent(item))) }, at]
}

/** An item's lines without the indentation that made them its own. */
function dedent([head, ...rest]: string[]): string {
  const widths = rest.filter((line) => line.trim()).map((line) => line.search(/\S/))
  const width = Math.min(...widths)
  return [head, ...rest.map((line) => line.slice(Number.isFinite(width) ? width : 0))].join('\n')
}

function readTable(lines: string[], first: number): [Block, number] {
  let end = first + 2
  while (end < lines.length && lines[end]!.includes('|')) end++
  const rows = lines.slice(first + 2, end).map(cells)
  return [{ kind: 'table', head: cells(lines[first]!), rows }, end]
}

function cells(line: string): Inline[][] {
  const inner = line.trim().replace(/^\||\|$/g, '')
  return inner.split('|').map((cell) => inlines(cell.trim()))
}

function readParagraph(lines: string[], first: number): [Block, number] {
  let end = first + 1
  while (end < lines.length && lines[end]!.trim() && !startsBlock(lines[end]!)) end++
  const text = lines.slice(first, end).map((line) => line.trim())
  return [{ kind: 'paragraph', inside: inlines(text.join(' ')) }, end]
}

function startsBlock(line: string): boolean {
  return HEADING.test(line) || FENCE.test(line) || ITEM.test(line)
}

export function inlines(text: string): Inline[] {
  const found = SPAN.exec(text)
  if (!found) return text ? [{ kind: 'text', text }] : []
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + found[0].length)
  return [...(before ? [{ kind: 'text', text: before } as const] : []), span(found), ...inlines(after)]
}

function span([whole, code, strong, em, label, to]: RegExpExecArray): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', inside: inlines(strong) }
  if (em !== undefined) return { kind: 'em', inside: inlines(em) }
  if (label !== undefined && SAFE.test(to!)) return { kind: 'link', to: to!, inside: inlines(label) }
  return { kind: 'text', text: whole }
}

/** The words alone. */
export function plain(inside: Inline[]): string {
  return inside.map((part) => ('text' in part ? part.text : plain(part.inside))).join('')
}
