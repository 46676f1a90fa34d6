/** Going through the moves of a match while it runs or when it is over, without leaving it: play goes on meanwhile. */

import { Stage } from '../board/stage.svelte'
import { get } from '../lib/api'
import type { MatchState } from '../lib/match.svelte'
import { PAGE, pageOf } from '../lib/plies'
import type { Replay } from '../protocol/play/replay'
import type { Scene } from '../protocol/play/scene'

export class Past {
  ply = $state<number | null>(null) // the position that is looked at; null: what is now
  failed = $state(false)
  readonly stage = new Stage()
  private readonly known = new Map<number, Scene>()
  private led: MatchState['actions'] = [] // the actions that led to those
  private takebacks = 0

  constructor(private readonly match: MatchState) {}

  /** The scene that is looked at, once it is there. */
  get scene(): Scene | null {
    return this.ply === null ? null : this.stage.scene
  }

  get plies(): number {
    return this.match.scene?.ply ?? 0
  }

  /** A scene of the match as it comes; what was taken back is forgotten, even if one was offline then and more was played. */
  note(scene: Scene): void {
    const { actions } = this.match
    const other = this.led.findIndex((action, ply) => action !== actions[ply])
    const first = other === -1 ? Infinity : other + 1 // of the scenes that are no more
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

  /** Show the position after so many actions; the last one is what is now. */
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
      if (takebacks !== this.takebacks) return this.ply === ply ? await this.load(ply) : undefined // told of what is no more
      told.scenes.forEach((scene, index) => {
        if (!this.known.has(first + index)) this.known.set(first + index, scene)
      })
    } catch {
      this.failed = this.ply === ply
    }
    return this.known.get(ply)
  }
}
