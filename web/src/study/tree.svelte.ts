/** Lines of play as a tree: what was played first in a position is its main line, anything else a variation. */

import type { Verdict } from './chances'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

/** Who played an action, whether a turn began with it, and the action as players write it. */
export interface Step {
  side: Side
  begins: boolean
  notation?: string
}

export class GameNode {
  next = $state.raw<GameNode[]>([]) // the main line first
  scene = $state.raw<Scene | null>(null) // null until it has come
  told = $state.raw<Step | null>(null) // how it was reached, if that came without a scene
  asked = $state(false) // whether what can be picked here has come
  playable = $state(false) // whether something can be
  verdict = $state.raw<Verdict | null>(null) // how it stands, as far as anybody has looked
  position = '' // as text
  readonly ply: number // actions from the start of the tree

  constructor(
    readonly parent: GameNode | null = null,
    readonly action = '',
  ) {
    this.ply = parent ? parent.ply + 1 : 0
  }

  /** The position after an action: the one that is known, or a new variation. */
  play(action: string): GameNode {
    const known = this.next.find((node) => node.action === action)
    if (known) return known
    const node = new GameNode(this, action)
    this.next = [...this.next, node]
    return node
  }

  /** This position and those that led to it, the start first. */
  get path(): GameNode[] {
    const path: GameNode[] = [this]
    for (let before = this.parent; before; before = before.parent) path.push(before)
    return path.reverse()
  }

  /** The actions that lead here. */
  get actions(): string[] {
    return this.path.slice(1).map(({ action }) => action)
  }

  /** The positions that follow, by what was played first. */
  get ahead(): GameNode[] {
    const line: GameNode[] = []
    for (let node = this.next[0]; node; node = node.next[0]) line.push(node)
    return line
  }

  /** The last position of the main line on the way here. */
  get fork(): GameNode {
    const path = this.path
    const left = path.findIndex((node) => node.parent && node.parent.next[0] !== node)
    return left < 0 ? this : path[left - 1]!
  }

  /** Who came here, as far as it is known. */
  get step(): Step | null {
    const before = this.parent?.scene
    return before ? { side: before.to_move, begins: before.acted === 0 } : this.told
  }

  /** The action that led here as players write it. */
  get notation(): string {
    return this.scene?.notation || this.told?.notation || this.action
  }

  /** Forget this variation. */
  drop(): void {
    if (this.parent) this.parent.next = this.parent.next.filter((node) => node !== this)
  }
}

/** A tree of one line. */
export function grown(actions: string[]): GameNode {
  const root = new GameNode()
  actions.reduce((node, action) => node.play(action), root)
  return root
}
