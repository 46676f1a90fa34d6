/** Puzzles over HTTP. */

import { get, post, type Rating } from '../lib/api'
import type { Side } from '../lib/scene'

/** How somebody solves the puzzles of a game, and on how many days in a row. */
export interface Solver {
  standing: { rating: Rating; solved: number; failed: number; current: number; best: number }
  days: number
}

export interface Shelf {
  game: string
  count: number
  daily: number
  daily_done: boolean
  solver: Solver | null
}

export interface Puzzle {
  game: string
  number: number
  count: number
  daily: number
  rating: number
  goal: 'win' | 'save'
  position: string
  side: Side
  turns: number // of the solver's
  attempted: 'solved' | 'failed' | null
  solver: Solver | null
}

/** Why a turn was wrong: the opponent's answer, and what it leaves. */
export interface Refutation {
  answer: string[]
  cells: [number, number][]
  chance: number
  loses_in: number | null
}

export interface Answered {
  verdict: 'wrong' | 'right' | 'solved'
  answer: string[]
  refutation: Refutation | null
  solver: Solver | null
}

export type Turns = string[][]

function place({ game, number }: Puzzle): string {
  return `/puzzles/${game}/${number}`
}

export const puzzles = {
  shelves: (): Promise<Shelf[]> => get('/puzzles'),
  /** A puzzle by its number, `daily`, or `next`, which may be after another one. */
  one: (game: string, which: string): Promise<Puzzle> => get(`/puzzles/${game}/${which}`),
  attempt: (puzzle: Puzzle, turns: Turns): Promise<Answered> => post(`${place(puzzle)}/try`, { turns }),
  hint: (puzzle: Puzzle, turns: Turns): Promise<{ cells: number[]; squares: string[]; solver: Solver | null }> =>
    post(`${place(puzzle)}/hint`, { turns }),
  solution: (puzzle: Puzzle): Promise<{ turns: Turns; solver: Solver | null }> => post(`${place(puzzle)}/solution`),
}

/** The address of a puzzle's page. */
export function pathOf(game: string, which: number | string): string {
  return `/puzzles/${game}/${which}`
}
