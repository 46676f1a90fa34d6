/** A position as the server tells it: how it looks and what can be picked. No rules in here, and no games. */

export type Side = 0 | 1
export type Pick = number | string // a cell, or the name of a choice

export interface Badge {
  label: string
  value: string
  most?: string
}

export interface Piece {
  cell: number
  owner: Side
  glyph: string
  name: string
  shape: string
  badges?: Badge[]
  effects?: string[]
}

export interface Board {
  files: number
  ranks: number
  marks: Record<string, string>
  chequered: boolean
  mark_names?: Record<string, string> // what a marked cell is, as part of a sentence
}

/** A piece that is off the board, such as a captured one. */
export type HudPiece = Omit<Piece, 'cell'>

export interface HudRow {
  label: string
  values: string[]
  pieces?: HudPiece[][] // drawn with each value
}

export interface Strike {
  origin: number
  target: number
  damage: number
  hp_after: number
  falls: boolean
  notes?: string[] // what made the blow stronger or weaker
}

/** What an action does: the blows in order, who falls, where movers end, what a heal restores. */
export interface Forecast {
  strikes: Strike[]
  fallen: number[]
  moves: Record<string, number>
  healed: Record<string, number>
}

export interface Outcome {
  winner: Side | null
  reason: string
}

/** A legal action with cells: its picks, its text, and 1 where it takes or attacks a piece. */
export type Path = [picks: Pick[], action: string, takes: number]

export interface Scene {
  position: number
  ply: number
  turn: number
  acted: number
  board: Board
  players: [string, string]
  light: Side // who has the light pieces
  pieces: Piece[]
  last: number[]
  action: string
  story: Forecast | null
  hud: HudRow[]
  to_move: Side
  outcome: Outcome | null
  status: string
  paths: Path[]
  choices: string[]
  forced: Pick[]
  foretells: boolean
  threats: [number[], number[]]
  prompt?: string // to the player to move, where the turn is a special one
  drafts?: boolean // with keys, an action stays a draft until it is handed over
}

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

export function badge(piece: Piece, label: string): Badge | undefined {
  return piece.badges?.find((each) => each.label === label)
}
