/** Helpers for scenes, the positions sent by the server with what can be picked. They know no game's rules. */

import type { Board } from '../protocol/core/display'
import type { Badge, Piece, Scene } from '../protocol/play/scene'

/** A legal action with cells: its picks, its text, and 1 if it captures or attacks a piece. */
export type Path = Scene['paths'][number]

/** The name of a cell: files are letters from the left, ranks numbers from the bottom. */
export function square(board: Board, cell: number): string {
  return fileName(cell % board.files) + String(Math.floor(cell / board.files) + 1)
}

/** The cells named in an action's text, in order: origin and destination, or the cell of a placement. */
export function cellsNamed(board: Board, action: string): number[] {
  const named = new Set(action.match(/[a-z]+\d+/g))
  const cells = Array.from({ length: board.files * board.ranks }, (_, cell) => [square(board, cell), cell] as const)
  const byName = new Map(cells.filter(([name]) => named.has(name)))
  return [...named].flatMap((name) => byName.get(name) ?? [])
}

/** The letter of a file; after z comes aa. */
export function fileName(file: number): string {
  const letter = String.fromCharCode(97 + (file % 26))
  return file < 26 ? letter : fileName(Math.floor(file / 26) - 1) + letter
}

export function pieceAt(scene: Scene, cell: number): Piece | undefined {
  return scene.pieces.find((piece) => piece.cell === cell)
}

/** The badge of a piece that has a maximum, such as its health. */
export function gauge(piece: Piece): Badge | undefined {
  return piece.badges?.find((each) => each.most !== undefined)
}
