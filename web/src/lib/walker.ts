import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'

/** The result of a pick: a complete action, a dead end (the server knows why), or the picks so far. */
export type Step = { action: string } | { nowhere: Pick[] } | { picks: Pick[] }

/** Finds what can be picked in a scene after the picks so far, from the legal actions alone. */
export class Walker {
  private readonly actions = new Map<string, string>()
  private readonly next = new Map<string, Set<Pick>>()
  private readonly taking = new Set<string>()

  constructor(readonly scene: Scene) {
    for (const [picks, action, takes] of scene.paths) {
      this.actions.set(key(picks), action)
      if (takes) this.taking.add(key(picks))
      picks.forEach((pick, depth) => this.follow(picks.slice(0, depth), pick))
    }
  }

  /** The picks to start with: a piece that must continue, or none. */
  get start(): Pick[] {
    return this.scene.forced
  }

  cells(picks: Pick[]): number[] {
    return [...(this.next.get(key(picks)) ?? [])].filter((pick) => typeof pick === 'number')
  }

  /** The cells where one pick is a whole action: placements. */
  get placements(): number[] {
    return this.cells([]).filter((cell) => this.actions.has(key([cell])))
  }

  /** Whether placements are the only actions, so that no piece is ever picked. */
  get placesOnly(): boolean {
    return this.scene.paths.every(([picks]) => picks.length === 1)
  }

  choices(picks: Pick[]): string[] {
    return [...(this.next.get(key(picks)) ?? [])].filter((pick) => typeof pick === 'string')
  }

  /** Whether an action that starts with these picks captures or attacks a piece. */
  takes(picks: Pick[]): boolean {
    if (this.taking.has(key(picks))) return true
    return this.scene.paths.some(([path, , takes]) => takes && picks.every((pick, index) => path[index] === pick))
  }

  /** All actions that start with these picks. */
  actionsFrom(picks: Pick[]): string[] {
    return this.scene.paths
      .filter(([path]) => picks.every((pick, index) => path[index] === pick))
      .map(([, action]) => action)
  }

  pick(picks: Pick[], pick: Pick): Step {
    const path = [...picks, pick]
    const action = this.actions.get(key(path))
    if (action !== undefined) return { action }
    if (this.next.has(key(path))) return { picks: path }
    return { nowhere: path }
  }

  private follow(picks: Pick[], pick: Pick): void {
    const at = key(picks)
    const known = this.next.get(at)
    if (known) known.add(pick)
    else this.next.set(at, new Set([pick]))
  }
}

function key(picks: Pick[]): string {
  return JSON.stringify(picks)
}
