/** How marked cells are drawn, by the game's marks, in a square from -50 to 50. */

export interface MarkDrawing {
  fill: string // a colour of the board's theme
  carving?: string // lines on it
}

const KNOT =
  'M-14,-30 V30 M14,-30 V30 M-30,-14 H30 M-30,14 H30 ' +
  'M-14,-30 A8,8 0 1 0 -30,-14 M14,-30 A8,8 0 1 1 30,-14 M-14,30 A8,8 0 1 1 -30,14 M14,30 A8,8 0 1 0 30,14'
const RING = 'M-7,0 A7,7 0 1 1 7,0 A7,7 0 1 1 -7,0'

export const MARKS: Record<string, MarkDrawing> = {
  'ringed-knot': { fill: '--board-special', carving: `${KNOT} ${RING}` },
  knot: { fill: '--board-special', carving: KNOT },
  'home-0': { fill: '--board-home-0' },
  'home-1': { fill: '--board-home-1' },
}
