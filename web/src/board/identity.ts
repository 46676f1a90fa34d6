/** Pieces that keep their identity from one scene to the next, so that moves can be animated. */

import type { Piece, Scene } from '../protocol/play/scene'

export interface Shown extends Piece {
  id: number
  leaving?: boolean // captured and fading out
}

let count = 0

export function fresh(scene: Scene): Shown[] {
  return scene.pieces.map((piece) => ({ ...piece, id: ++count }))
}

/** The pieces of a scene with the ids they had in the scene before; pieces that are gone are kept as `leaving`. */
export function follow(before: Shown[], scene: Scene): Shown[] {
  const old = before.filter((piece) => !piece.leaving)
  const at = new Map(old.map((piece) => [piece.cell, piece]))
  const taken = new Set<Shown>()
  const shown = new Map<number, Shown>()
  const keep = (piece: Piece, was: Shown | undefined): void => {
    if (was) taken.add(was)
    shown.set(piece.cell, { ...piece, id: was?.id ?? ++count })
  }
  for (const piece of scene.pieces) {
    const was = at.get(piece.cell)
    if (was && was.owner === piece.owner && looksLike(was, piece)) keep(piece, was)
  }
  const isNew = (piece: Piece): boolean => !shown.has(piece.cell)
  for (const piece of scene.pieces.filter(isNew)) {
    const was = nearest(old, taken, piece, (other) => other.owner === piece.owner && looksLike(other, piece))
    if (was) keep(piece, was)
  }
  for (const piece of scene.pieces.filter(isNew)) {
    const turned = at.get(piece.cell)
    const grown = nearest(old, taken, piece, (other) => other.owner === piece.owner && lastOf(scene, other, piece))
    keep(piece, turned && !taken.has(turned) && turned.shape === piece.shape ? turned : grown)
  }
  const gone = old.filter((piece) => !taken.has(piece)).map((piece) => ({ ...piece, leaving: true }))
  return [...shown.values(), ...gone].sort((one, other) => one.id - other.id) // a stable order of the elements
}

function looksLike(one: Piece, other: Piece): boolean {
  return one.shape === other.shape && one.name === other.name
}

function lastOf(scene: Scene, one: Piece, other: Piece): boolean {
  return scene.last.includes(one.cell) && scene.last.includes(other.cell)
}

function nearest(old: Shown[], taken: Set<Shown>, to: Piece, fits: (piece: Shown) => boolean): Shown | undefined {
  const candidates = old.filter((piece) => !taken.has(piece) && fits(piece))
  candidates.sort((one, other) => Math.abs(one.cell - to.cell) - Math.abs(other.cell - to.cell))
  return candidates[0]
}
