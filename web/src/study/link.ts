/** Links that contain a whole line. */

import type { Line } from './positions'

export function writeLink(line: Line, ply: number): string {
  const query = new URLSearchParams({ game: line.game })
  if (Object.keys(line.options).length) query.set('options', JSON.stringify(line.options))
  if (line.position) query.set('position', line.position)
  if (line.actions.length) query.set('moves', line.actions.join(' '))
  if (ply !== line.actions.length) query.set('ply', String(ply))
  return `/analysis?${query}`
}

/** The line in a URL and the ply to show; null if there is none. */
export function readLink(query: URLSearchParams): { line: Line; ply: number } | null {
  const game = query.get('game')
  if (!game) return null
  const actions = (query.get('moves') ?? '').split(/\s+/).filter(Boolean)
  const line = {
    game,
    options: readOptions(query.get('options')),
    position: query.get('position') ?? '',
    actions,
  }
  const ply = query.get('ply')
  return { line, ply: ply !== null && /^\d+$/.test(ply) ? Math.min(Number(ply), actions.length) : actions.length }
}

function readOptions(text: string | null): Record<string, unknown> {
  try {
    const read = JSON.parse(text ?? '{}') as unknown
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
