/** The puzzles API. */

import { get, post } from '../lib/api'
import type { PuzzleVerdict, PuzzleHint, PuzzleCatalogue, PuzzleShown, PuzzleSolution } from '../protocol/puzzles'

export type Turns = string[][]

function place({ game, number }: PuzzleShown): string {
  return `/puzzles/${game}/${number}`
}

export const puzzles = {
  shelves: (): Promise<PuzzleCatalogue[]> => get('/puzzles'),
  /** A puzzle by its number, `daily`, or `next`, with `?after=` the number of the previous one. */
  one: (game: string, which: string): Promise<PuzzleShown> => get(`/puzzles/${game}/${which}`),
  attempt: (puzzle: PuzzleShown, turns: Turns): Promise<PuzzleVerdict> => post(`${place(puzzle)}/try`, { turns }),
  hint: (puzzle: PuzzleShown, turns: Turns): Promise<PuzzleHint> => post(`${place(puzzle)}/hint`, { turns }),
  solution: (puzzle: PuzzleShown): Promise<PuzzleSolution> => post(`${place(puzzle)}/solution`),
}

/** The path of a puzzle's page. */
export function pathOf(game: string, which: number | string): string {
  return `/puzzles/${game}/${which}`
}
