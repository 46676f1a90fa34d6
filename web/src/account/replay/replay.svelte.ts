/** A match that is looked at again: scenes as they come, and the one that is shown. */

import { get, type MatchShown, type Scenes } from '../../lib/api'
import type { Scene } from '../../lib/scene'
import { Stage } from '../../board/stage.svelte'
import { sentence } from '../asked.svelte'
import { missing, PAGE, pageOf, readPly, turnsOf } from './plies'

const STEP = 900 // milliseconds that each position is shown when it plays by itself

export class Replay {
  match = $state.raw<MatchShown | null>(null)
  scenes = $state.raw<(Scene | undefined)[]>([])
  plies = $state(0)
  ply = $state(0)
  playing = $state(false)
  trouble = $state('')
  readonly stage = new Stage()
  readonly turns = $derived(turnsOf(this.scenes))
  readonly last = $derived(this.scenes[this.plies])
  private pages = new Set<number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private gone = false

  constructor(readonly id: string) {}

  /** Get the match, then the position that is wanted, then all others. */
  async load(wanted: string | null): Promise<void> {
    this.trouble = ''
    try {
      this.match = await get<MatchShown>(`/matches/${this.id}`)
      this.plies = (await this.page(0)).plies
      const ply = readPly(wanted, this.plies)
      if (!this.pages.has(pageOf(ply))) await this.page(pageOf(ply))
      this.go(ply)
      for (let page = this.missing(); page !== null && !this.gone; page = this.missing()) await this.page(page)
    } catch (error) {
      this.trouble = sentence(error)
    }
  }

  /** Show the position after so many actions, as soon as it is there. */
  go(ply: number): void {
    this.ply = Math.max(0, Math.min(this.plies, ply))
    const scene = this.scenes[this.ply]
    if (!scene) return
    if (this.stage.busy) this.stage.skip()
    this.stage.show(scene)
  }

  toggle(): void {
    if (this.playing) return this.pause()
    this.playing = true
    if (this.ply === this.plies) this.go(0)
    this.wait()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.timer)
  }

  /** Nobody looks any more. */
  leave(): void {
    this.gone = true
    this.pause()
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      if (!this.stage.busy) this.go(this.ply + 1)
      if (this.ply < this.plies) this.wait()
      else this.playing = false
    }, STEP)
  }

  private missing(): number | null {
    return missing(this.pages, this.plies, this.ply)
  }

  private async page(first: number): Promise<Scenes> {
    const told = await get<Scenes>(`/matches/${this.id}/scenes?first=${first}&count=${PAGE}`)
    this.pages.add(first)
    const scenes = [...this.scenes]
    told.scenes.forEach((scene, index) => (scenes[told.first + index] = scene))
    this.scenes = scenes
    if (this.stage.scene?.ply !== this.ply && scenes[this.ply] && this.stage.scene) this.go(this.ply)
    return told
  }
}
