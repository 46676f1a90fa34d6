/** The geometry of a graph of winning chances: positions evenly spaced, the bottom side's chance upwards. */

export interface Frame {
  width: number
  height: number
}

export interface Graph {
  x(ply: number): number
  y(chance: number): number
  ply(x: number): number // the nearest ply
}

const EDGE = 6 // room for a mark at both ends

export function graph(plies: number, { width, height }: Frame): Graph {
  const inner = Math.max(1, width - 2 * EDGE)
  return {
    x: (ply) => EDGE + (plies ? ply / plies : 0.5) * inner,
    y: (chance) => (1 - chance) * height,
    ply: (x) => Math.round(Math.max(0, Math.min(1, (x - EDGE) / inner)) * plies),
  }
}

/** The area below the graph. */
export function area(chances: number[], at: Graph, { width, height }: Frame): string {
  const points = chances.map((chance, ply) => `${at.x(ply).toFixed(1)} ${at.y(chance).toFixed(1)}`)
  const first = at.y(chances[0] ?? 0.5).toFixed(1)
  const last = at.y(chances.at(-1) ?? 0.5).toFixed(1)
  return `M0 ${height}L0 ${first}L${points.join('L')}L${width} ${last}L${width} ${height}Z`
}
