/** What the board shows at this moment: a queue of scenes, one after the other, with what happens in between. */

import { tick } from 'svelte'
import type { Happening } from '../lib/sound'
import { follow, fresh, type Shown } from './keyed'
import type { Strike } from '../protocol/core/display'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'

// milliseconds: long enough to follow, short enough not to wait for
export const STEP = 220 // a hop or a placement
export const ANSWER = 300 // between the end of a turn and the answer
export const PASS = 1_200 // that nobody has moved is only told in words: they want to be read
const STRIKE = 350
const LEAVE = 240

/** How a scene comes: in its turn, at once as the next or the previous one, or with nothing to do with the one before. */
type How = 'queued' | 'stepped' | 'apart'

export class Stage {
  scene = $state.raw<Scene | null>(null)
  before: Scene | null = null // the scene that was shown before that
  pieces = $state.raw<Shown[]>([])
  strike = $state.raw<Strike | null>(null)
  onHappening: (what: Happening) => void = () => {}

  private waiting: { scene: Scene; how: How }[] = []
  private playing = $state(false)
  private skipping = false
  private imagined = 0 // the ply whose pieces are shown though the server has not told it yet; 0: none
  private mover: Side | null = null // who made the scene that is shown
  private since = 0 // when its pieces came to be shown
  private drawing: Promise<void> | null = null // until then
  private wake: () => void = () => {}
  private sweeper: ReturnType<typeof setTimeout> | undefined

  /** Whether there is more to show. */
  get busy(): boolean {
    return this.playing
  }

  /** Show a scene in its turn: with what led to it if it is the next one, and at once otherwise. */
  show(scene: Scene): void {
    this.add(scene, 'queued')
  }

  /** Show the next or the previous scene without waiting: somebody goes through a game. */
  step(scene: Scene): void {
    this.clear()
    this.add(scene, 'stepped')
  }

  /** Show a scene at once: it has nothing to do with the one before. */
  jump(scene: Scene): void {
    this.clear()
    this.add(scene, 'apart')
  }

  /** Show an own action in the same frame, before the server has answered; a battle is shown when it has been fought. */
  imagine(scene: Scene, picks: Pick[]): void {
    const [from, to] = picks.filter((pick) => typeof pick === 'number')
    const taken = this.pieces.some((piece) => piece.cell === to && !piece.leaving)
    if (from === undefined || (scene.foretells && taken)) return
    this.claim(scene.ply + 1)
    if (to === undefined) this.place(scene, from)
    else
      this.pieces = this.pieces.map((piece) => (piece.cell === from && !piece.leaving ? { ...piece, cell: to } : piece))
  }

  /** Show the pieces of a scene that is only a draft. */
  preview(scene: Scene): void {
    this.claim(scene.ply)
    this.pieces = follow(this.settledPieces(), scene)
    this.sweep()
  }

  /** The server has refused, or a draft is dropped: back to what is. */
  restore(): void {
    if (!this.scene || !this.imagined) return
    this.imagined = 0
    this.pieces = follow(this.settledPieces(), this.scene)
    this.sweep()
  }

  /** Do not wait: show the newest. */
  skip(): void {
    if (!this.playing) return
    this.waiting.splice(0, Math.max(0, this.waiting.length - 1))
    this.skipping = true
    this.wake()
  }

  private add(scene: Scene, how: How): void {
    this.waiting.push({ scene, how })
    if (!this.playing) void this.play()
  }

  private clear(): void {
    this.waiting = []
    this.skip()
  }

  private claim(ply: number): void {
    this.imagined = ply
    this.since = performance.now()
    this.drawing = null
  }

  private place(scene: Scene, cell: number): void {
    const like = this.pieces.find((piece) => piece.owner === scene.to_move) ?? this.pieces[0]
    if (!like) return
    const piece = { ...like, id: -cell - 1, cell, owner: scene.to_move as Side, effects: [], leaving: false }
    this.pieces = [...this.pieces.filter((each) => each.cell !== cell), piece]
  }

  private async play(): Promise<void> {
    this.playing = true
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
        const { scene, how } = next
        const follows = how !== 'apart' && this.scene !== null && scene.ply === this.scene.ply + 1
        const waits = follows && how === 'queued' && !this.imagined && this.mover !== null // something led to it
        if (waits && this.drawing) await this.drawing
        const due = waits ? this.due() : 0
        if (due > performance.now()) await this.until(due)
        if (follows && scene.story && moves()) await this.fight(scene.story.strikes)
        const seen = this.imagined > 0
        this.settle(scene, follows)
        if (!seen) this.draw()
      }
    } finally {
      this.playing = this.skipping = false
      this.strike = null
      if (this.waiting.length) void this.play() // what went wrong with one scene does not hold up the others
    }
  }

  /** A scene's time begins when it is drawn. */
  private draw(): void {
    const drawing = tick().then(() => {
      if (this.drawing !== drawing) return // something else is shown by now
      this.drawing = null
      this.since = performance.now()
    })
    this.drawing = drawing
  }

  /** When the next scene may be shown: this one has had its time, and an answer does not come in the same breath. */
  private due(): number {
    const { action, last, to_move } = this.scene!
    const time = action === 'pass' ? PASS : last.length && action !== 'end' ? STEP : 0
    return this.since + time + (this.mover === to_move ? 0 : ANSWER)
  }

  private async fight(strikes: Strike[]): Promise<void> {
    for (const strike of strikes) {
      if (this.skipping) break
      this.strike = strike
      this.pieces = this.pieces.map((piece) => (piece.cell === strike.target ? hurt(piece, strike.remaining) : piece))
      this.onHappening('strike')
      await this.until(performance.now() + STRIKE)
    }
    this.strike = null
  }

  private settle(scene: Scene, next: boolean): void {
    const count = this.settledPieces().length
    const ahead = next && scene.ply < this.imagined // a later one of the same turn is shown already
    if (!ahead) this.pieces = this.scene ? follow(this.settledPieces(), scene) : fresh(scene)
    if (!this.imagined) this.since = performance.now()
    if (!ahead) this.imagined = 0
    this.mover = next ? this.scene!.to_move : null
    this.before = this.scene
    this.scene = scene
    this.sweep()
    if (next) this.onHappening(what(scene, count))
  }

  /** Those who stand on the board by the server's word. */
  private settledPieces(): Shown[] {
    return this.pieces.filter((piece) => !piece.leaving && piece.id > 0)
  }

  /** Those who leave are gone when they have faded. */
  private sweep(): void {
    clearTimeout(this.sweeper)
    this.sweeper = setTimeout(() => {
      this.pieces = this.pieces.filter((piece) => !piece.leaving)
    }, LEAVE)
  }

  private async until(time: number): Promise<void> {
    if (this.skipping) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time - performance.now())
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function what(scene: Scene, before: number): Happening {
  if (scene.outcome) return 'end'
  if (scene.pieces.some((piece) => piece.effects?.includes('check'))) return 'check'
  return scene.pieces.length < before ? 'take' : 'move'
}

function hurt(piece: Shown, left: number): Shown {
  const badges = piece.badges?.map((each) =>
    each.most === undefined ? each : { ...each, value: String(Math.max(0, left)) },
  )
  return { ...piece, badges }
}

function moves(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
