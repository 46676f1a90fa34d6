/** Positions and records as text, for copying and pasting. The server interprets them. */

import { sayEnglish } from '../words/words.svelte'
import type { Line } from './positions'
import type { Step } from './tree.svelte'
import type { Scene } from '../protocol/play/scene'

const HEADER = /^(Game|Option|Player|Hints|Result|Start)(?: +([^\s:]+))?:\s*(.*)$/

/** Whether a text is in a foreign format, neither a position nor a record of ours, which the server must read. */
export function isForeign(text: string): boolean {
  const said = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith(';'))
  const first = said[0] ?? ''
  return !HEADER.test(first) && !(said.length === 1 && first.split(/\s/)[0]!.includes('/'))
}

/** The line in a text: a record with header, a position, or actions alone. Anything missing is taken from `given`. */
export function readText(text: string, given: Line): Line {
  const lines = text
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.trim())
  const said = lines.filter((line) => line && !line.startsWith(';'))
  const headers = said.flatMap((line) => HEADER.exec(line) ?? []).length > 0
  if (!headers && said.length === 1 && said[0]!.split(/\s/)[0]!.includes('/'))
    return { ...given, position: said[0]!, actions: [] }
  return readRecord(said, given)
}

function readRecord(lines: string[], given: Line): Line {
  const line: Line = { ...given, position: '', actions: [] }
  for (const text of lines) {
    const [, name, detail, value = ''] = HEADER.exec(text) ?? []
    if (name === undefined) line.actions.push(...text.split(';')[0]!.split(/\s+/).filter(Boolean))
    else if (name === 'Game') Object.assign(line, value === given.game ? { game: value } : { game: value, options: {} })
    else if (name === 'Option' && detail) line.options = { ...line.options, [detail]: readOption(value) }
    else if (name === 'Start') line.position = value
  }
  return line
}

function readOption(value: string): unknown {
  if (/^-?\d+$/.test(value)) return Number(value)
  try {
    return value.startsWith('{') ? (JSON.parse(value) as unknown) : value
  } catch {
    return value // the server reports the error
  }
}

/** A line as a record, which reads back as the same line. */
export function writeRecord(line: Line, steps: (Step | null)[], scene: Scene): string {
  const { outcome, players } = scene
  const result = outcome
    ? `${outcome.winner === null ? 'draw' : sayEnglish(players[outcome.winner])} (${outcome.reason})`
    : '*'
  const options = Object.entries(line.options).map(
    ([name, value]) => `Option ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const start = line.position ? [`Start: ${line.position}`] : []
  const header = [`Game: ${line.game}`, ...options, `Result: ${result}`, ...start]
  return [...header, '', ...turnLines(line.actions, steps)].join('\n') + '\n'
}

/** The actions, with one turn of each side per line. */
function turnLines(actions: string[], steps: (Step | null)[]): string[] {
  const lines: string[][] = []
  actions.forEach((action, index) => {
    const step = steps[index]
    if (!lines.length || (step?.begins && step.side === 0)) lines.push([])
    lines.at(-1)!.push(action)
  })
  return lines.map((line) => line.join(' '))
}
