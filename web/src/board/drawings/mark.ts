/** How a marked cell is drawn, in a square from -50 to 50. */
export interface Mark {
  fill: string // a colour of the board's theme
  carving?: string // lines on it
}
