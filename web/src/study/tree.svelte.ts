/** Lines of play as a tree: the first action played in a position is its main line, any other a variation. */

import type { Verdict } from './chances'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

/** Who played an action, whether it was the first of a turn, and its notation. */
export interface Step {
  side: Side
  begins: boolean
  notation?: string
}

export class GameNode {
  next = $state.raw<GameNode[]>([]) // the main line first
  scene = $state.raw<Scene | null>(null) // null until loaded
  told = $state.raw<Step | null>(null) // the step that led here, if loaded without a scene
  asked = $state(false) // whether the legal actions have been loaded
  playable = $state(false) // whether there are any
  verdict = $state.raw<Verdict | null>(null) // the latest verdict, if any
  position = '' // as text
  readonly ply: number // actions from the start of the tree

  constructor(
    readonly parent: GameNode | null = null,
    readonly action = '',
  ) {
    this.ply = parent ? parent.ply + 1 : 0
  }

  /** The position after an action: an existing one, or a new variation. */
  play(action: string): GameNode {
    const known = this.next.find((node) => node.action === action)
    if (known) return known
    const node = new GameNode(this, action)
    this.next = [...this.next, node]
    return node
  }

  /** The positions from the start to this one. */
  get path(): GameNode[] {
    const path: GameNode[] = [this]
    for (let before = this.parent; before; before = before.parent) path.push(before)
    return path.reverse()
  }

  /** The actions that lead here. */
  get actions(): string[] {
    return this.path.slice(1).map(({ action }) => action)
  }

  /** The positions of the main line from here. */
  get ahead(): GameNode[] {
    const line: GameNode[] = []
    for (let node = this.next[0]; node; node = node.next[0]) line.push(node)
    return line
  }

  /** The last position of the main line on the path to this one. */
  get fork(): GameNode {
    const path = this.path
    const left = path.findIndex((node) => node.parent && node.parent.next[0] !== node)
    return left < 0 ? this : path[left - 1]!
  }

  /** The step that led here, if known. */
  get step(): Step | null {
    const before = this.parent?.scene
    return before ? { side: before.to_move, begins: before.acted === 0 } : this.told
  }

  /** The notation of the action that led here. */
  get notation(): string {
    return this.scene?.notation || this.told?.notation || this.action
  }

  /** Remove this variation. */
  drop(): void {
    if (this.parent) this.parent.next = this.parent.next.filter((node) => node !== this)
  }
}

/** A tree that contains one line. */
export function grown(actions: string[]): GameNode {
  const root = new GameNode()
  actions.reduce((node, action) => node.play(action), root)
  return root
}
