/** Steps through the earlier positions of a match, also while it is running. */

import { Stage } from '../board/stage.svelte'
import { get } from '../lib/api'
import type { MatchState } from '../lib/match.svelte'
import { PAGE, pageOf } from '../lib/plies'
import type { Replay } from '../protocol/play/replay'
import type { Scene } from '../protocol/play/scene'

export class Past {
  ply = $state<number | null>(null) // the position being viewed; null: the current one
  failed = $state(false)
  readonly stage = new Stage()
  private readonly known = new Map<number, Scene>()
  private led: MatchState['actions'] = [] // the actions that led to the known scenes
  private takebacks = 0

  constructor(private readonly match: MatchState) {}

  /** The scene being viewed, once loaded. */
  get scene(): Scene | null {
    return this.ply === null ? null : this.stage.scene
  }

  get plies(): number {
    return this.match.scene?.ply ?? 0
  }

  /** Add a new scene of the match; scenes that were taken back are dropped, even if that happened while offline. */
  note(scene: Scene): void {
    const { actions } = this.match
    const other = this.led.findIndex((action, ply) => action !== actions[ply])
    const first = other === -1 ? Infinity : other + 1 // first ply that was taken back
    if (other !== -1) this.takebacks++
    for (const ply of [...this.known.keys()]) if (ply >= first) this.known.delete(ply)
    this.led = actions
    this.known.set(scene.ply, scene)
    if (this.ply !== null && this.ply >= Math.min(scene.ply, first)) this.now()
  }

  back(): void {
    void this.go((this.ply ?? this.plies) - 1)
  }

  on(): void {
    if (this.ply !== null) void this.go(this.ply + 1)
  }

  now(): void {
    this.ply = null
    this.failed = false
  }

  /** View the position after `wanted` actions; the last one is the current position. */
  async go(wanted: number): Promise<void> {
    const ply = Math.max(0, wanted)
    if (ply >= this.plies) return this.now()
    if (this.ply === null && this.match.scene) this.stage.jump(this.match.scene)
    this.ply = ply
    const scene = this.known.get(ply) ?? (await this.load(ply))
    if (this.ply !== ply || !scene) return
    if (Math.abs(ply - (this.stage.scene?.ply ?? ply)) === 1) this.stage.step(scene)
    else this.stage.jump(scene)
  }

  private async load(ply: number): Promise<Scene | undefined> {
    this.failed = false
    const { takebacks } = this
    try {
      const first = pageOf(ply)
      const told = await get<Replay>(`/matches/${this.match.match}/scenes?first=${first}&count=${PAGE}`)
      if (takebacks !== this.takebacks) return this.ply === ply ? await this.load(ply) : undefined // obsolete
      told.scenes.forEach((scene, index) => {
        if (!this.known.has(first + index)) this.known.set(first + index, scene)
      })
    } catch {
      this.failed = this.ply === ply
    }
    return this.known.get(ply)
  }
}
