/** Positions that no match has to keep: the server is told all about them each time. */

import { post } from '../lib/api'
import type { Forecast, Pick, Scene } from '../lib/scene'
import type { Step } from './tree.svelte'

/** Where play begins: a game, and a position unless it is the usual one. */
export interface Start {
  game: string
  options: Record<string, unknown>
  position: string // empty: the usual one
}

/** A start, and what was played from there. */
export interface Line extends Start {
  actions: string[]
}

export interface Reached {
  study: Line
  steps: Step[]
  position: string
  scene: Scene
}

export const positions = {
  reach: (line: Line): Promise<Reached> => post('/positions', line),
  why: (line: Line, picks: Pick[]): Promise<{ rule: string; sentence: string }> =>
    post('/positions/why', { study: line, picks }),
  foresee: (line: Line, action: string): Promise<{ forecast: Forecast | null }> =>
    post('/positions/foresee', { study: line, action }),
}
