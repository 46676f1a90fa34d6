/** Silhouettes, drawn in a square from -50 to 50. The server uses their names; an unknown one is drawn as a disc. */

import { SHAPES } from './shapes'

export interface Shape {
  body: string // the outline, filled
  lines?: string // drawn on it
  rim?: string // inside the outline, in the other side's colour: the reverse face
  dots?: [x: number, y: number, r: number][] // part of the outline
  top?: string // above it, filled: a crown
  stacked?: boolean // two bodies, one on the other
}

export function shapeOf(name: string): Shape {
  return SHAPES[name] ?? SHAPES.disc!
}
