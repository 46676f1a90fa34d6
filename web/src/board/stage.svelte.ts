/** What the board shows at this moment: scenes one after the other, with what happens in between. */

import type { Pick, Scene, Side, Strike } from '../lib/scene'
import { follow, fresh, type Shown } from './keyed'

const STRIKE = 350 // milliseconds, from look.md
const LEAVE = 240

export type Happening = 'move' | 'take' | 'strike' | 'check' | 'end'

export class Stage {
  scene = $state.raw<Scene | null>(null)
  pieces = $state.raw<Shown[]>([])
  strike = $state.raw<Strike | null>(null)
  imagined = $state(false) // an own action is shown that the server has not confirmed yet
  onHappening: (what: Happening) => void = () => {}

  private waiting: Scene[] = []
  private readonly apart = new WeakSet<Scene>() // those that do not follow from the one before
  private playing = false
  private skipping = false
  private wake: () => void = () => {}
  private sweeper: ReturnType<typeof setTimeout> | undefined

  get busy(): boolean {
    return this.strike !== null
  }

  /** Show a scene: with what led to it if it is the next one, and at once otherwise. */
  show(scene: Scene): void {
    this.waiting.push(scene)
    if (!this.playing) void this.play()
  }

  /** Show a scene at once: it has nothing to do with the one before. */
  jump(scene: Scene): void {
    this.waiting = []
    this.skip()
    this.apart.add(scene)
    this.show(scene)
  }

  /** Show an own action in the same frame, before the server has answered; a battle is shown when it has been fought. */
  imagine(scene: Scene, picks: Pick[]): void {
    const [from, to] = picks.filter((pick) => typeof pick === 'number')
    const taken = this.pieces.some((piece) => piece.cell === to && !piece.leaving)
    if (from === undefined || (scene.foretells && taken)) return
    this.imagined = true
    if (to === undefined) this.place(scene, from)
    else this.pieces = this.pieces.map((piece) => (piece.cell === from && !piece.leaving ? { ...piece, cell: to } : piece))
  }

  /** The server has refused: back to what is. */
  restore(): void {
    if (!this.scene || !this.imagined) return
    this.imagined = false
    this.pieces = follow(this.pieces, this.scene)
    this.sweep()
  }

  /** Do not wait for the blows that are being shown. */
  skip(): void {
    this.waiting.splice(0, Math.max(0, this.waiting.length - 1))
    this.skipping = true
    this.wake()
  }

  private place(scene: Scene, cell: number): void {
    const like = this.pieces.find((piece) => piece.owner === scene.to_move) ?? this.pieces[0]
    if (!like) return
    const piece = { ...like, id: -cell - 1, cell, owner: scene.to_move as Side, effects: [], leaving: false }
    this.pieces = [...this.pieces.filter((each) => each.cell !== cell), piece]
  }

  private async play(): Promise<void> {
    this.playing = true
    for (let scene = this.waiting.shift(); scene; scene = this.waiting.shift()) {
      const apart = this.apart.delete(scene)
      const next = !apart && this.scene !== null && scene.ply === this.scene.ply + 1
      if (next && scene.story && moves()) await this.fight(scene.story.strikes)
      this.settle(scene, next)
    }
    this.playing = false
  }

  private async fight(strikes: Strike[]): Promise<void> {
    this.skipping = false
    for (const strike of strikes) {
      if (this.skipping) break
      this.strike = strike
      this.pieces = this.pieces.map((piece) => (piece.cell === strike.target ? hurt(piece, strike.hp_after) : piece))
      this.onHappening('strike')
      await this.pause(STRIKE)
    }
    this.strike = null
  }

  private settle(scene: Scene, next: boolean): void {
    const before = this.pieces.filter((piece) => !piece.leaving).length
    this.pieces = this.scene ? follow(this.pieces.filter((piece) => piece.id > 0), scene) : fresh(scene)
    this.scene = scene
    this.imagined = false
    this.sweep()
    if (next) this.onHappening(this.what(scene, before))
  }

  private what(scene: Scene, before: number): Happening {
    if (scene.outcome) return 'end'
    if (scene.pieces.some((piece) => piece.effects?.includes('check'))) return 'check'
    return scene.pieces.length < before ? 'take' : 'move'
  }

  /** Those who leave are gone when they have faded. */
  private sweep(): void {
    clearTimeout(this.sweeper)
    this.sweeper = setTimeout(() => {
      this.pieces = this.pieces.filter((piece) => !piece.leaving)
    }, LEAVE)
  }

  private pause(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function hurt(piece: Shown, hp: number): Shown {
  const badges = piece.badges?.map((each) => (each.label === 'HP' ? { ...each, value: String(Math.max(0, hp)) } : each))
  return { ...piece, badges }
}

function moves(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
