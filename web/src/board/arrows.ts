/** Arrows between cells, above the board; an arrow from a cell to itself is a ring. */

import { spot, type Spot } from './geometry'
import type { Board } from '../protocol/core/display'
import type { Scene } from '../protocol/play/scene'

export type ArrowKind = 'best' | 'other' | 'played'

export interface Arrow {
  from: number
  to: number
  kind?: ArrowKind // default: 'best'
}

export interface Shaft {
  start: Spot
  end: Spot // where the shaft ends and the head begins
  head: string // the points of the head
}

const START = 0.28 // in cells: leaves the moving piece visible
const TIP = 0.12 // in cells: the tip stops short of the centre
const LENGTH = 0.36
const HALF = 0.22

export function middle(board: Board, cell: number, turned: boolean): Spot {
  const { x, y } = spot(board, cell, turned)
  return { x: x + 0.5, y: y + 0.5 }
}

/** The shaft and the head of an arrow between two cells. */
export function shaft(from: Spot, to: Spot): Shaft {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length }
  const at = (distance: number, aside = 0): Spot => ({
    x: from.x + along.x * distance - along.y * aside,
    y: from.y + along.y * distance + along.x * aside,
  })
  const neck = length - TIP - LENGTH
  const points = [at(length - TIP), at(neck, HALF), at(neck, -HALF)]
  return { start: at(Math.min(START, neck)), end: at(neck + 0.02), head: points.map(written).join(' ') }
}

/** Arrows for the cells of a turn, as listed by the server. */
export function arrowsOf(cells: [number, number][], kind: ArrowKind = 'best'): Arrow[] {
  return cells.map(([from, to]) => ({ from, to, kind }))
}

/** The arrows of an action: a ring for a placement, none for an action without cells. */
export function arrowsFor(scene: Scene, action: string): Arrow[] {
  const path = scene.paths.find(([, named]) => named === action)?.[0] ?? []
  const cells = path.filter((pick) => typeof pick === 'number')
  return cells.length ? [{ from: cells[0]!, to: cells.at(-1)! }] : []
}

function written({ x, y }: Spot): string {
  return `${x.toFixed(3)},${y.toFixed(3)}`
}
