import type { GameNode } from './tree.svelte'
import type { Side } from '../protocol/core/sides'

/** A turn in a tree: the positions after each of its actions. */
export interface TreeTurn {
  side: Side
  nodes: GameNode[]
}

/** Consecutive positions grouped into turns; while it is unknown who acted, sides are assumed to alternate. */
export function turnsOf(nodes: GameNode[]): TreeTurn[] {
  const turns: TreeTurn[] = []
  for (const node of nodes) {
    const last = turns.at(-1)
    const step = node.step ?? { side: last?.side === 0 ? 1 : (0 as Side), begins: true }
    if (last && last.side === step.side && !step.begins) last.nodes.push(node)
    else turns.push({ side: step.side, nodes: [node] })
  }
  return turns
}
