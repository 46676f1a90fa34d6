/** A position as the server tells it: how it looks and what can be picked. No rules in here, and no games. */

import type { Board } from '../protocol/core/display'
import type { Badge, Piece, Scene } from '../protocol/play/scene'

/** A legal action with cells: its picks, its text, and 1 where it takes or attacks a piece. */
export type Path = Scene['paths'][number]

/** The name of a cell: files are letters from the left, ranks numbers from the bottom. */
export function square(board: Board, cell: number): string {
  return fileName(cell % board.files) + String(Math.floor(cell / board.files) + 1)
}

/** The cells that an action's text names, in its order: from where to where, or where something is placed. */
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

/** What a piece has so much left of: the badge that has a most. */
export function gauge(piece: Piece): Badge | undefined {
  return piece.badges?.find((each) => each.most !== undefined)
}
