/** Board geometry. One cell is one unit; the first rank is at the bottom unless the board is flipped. */

import type { Board } from '../protocol/core/display'

export interface Spot {
  x: number
  y: number
}

export const MARGIN = 0.28 // around the cells, for the frame and its coordinates: 4 % of the smallest board

/** The upper left corner of a cell. */
export function spot(board: Board, cell: number, turned: boolean): Spot {
  const file = cell % board.files
  const rank = Math.floor(cell / board.files)
  return turned ? { x: board.files - 1 - file, y: rank } : { x: file, y: board.ranks - 1 - rank }
}

/** The cells in reading order: rows from the top, each from the left. */
export function rows(board: Board, turned: boolean): number[][] {
  const found: number[][] = Array.from({ length: board.ranks }, () => [])
  for (let cell = 0; cell < board.files * board.ranks; cell++) {
    const { x, y } = spot(board, cell, turned)
    found[y]![x] = cell
  }
  return found
}

/** The cell one step away on the screen, or the same one at the edge. */
export function neighbour(board: Board, cell: number, dx: number, dy: number, turned: boolean): number {
  const { x, y } = spot(board, cell, turned)
  return rows(board, turned)[y + dy]?.[x + dx] ?? cell
}

export function viewBox(board: Board, margin: number): string {
  return `${-margin} ${-margin} ${board.files + 2 * margin} ${board.ranks + 2 * margin}`
}

/** Whether a cell of a chequered board is dark. */
export function isDark(board: Board, cell: number): boolean {
  return (Math.floor(cell / board.files) + (cell % board.files)) % 2 === 0
}
