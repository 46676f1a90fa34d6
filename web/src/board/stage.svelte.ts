/** What the board is showing: a queue of scenes, with the animations between them. */

import { tick } from 'svelte'
import type { Happening } from '../lib/sound'
import { alarming } from './drawings/effects'
import { follow, fresh, type Shown } from './identity'
import type { GaugeChange } from '../protocol/core/display'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'

// milliseconds: long enough to follow, short enough not to feel slow
export const STEP = 220 // a hop or a placement
export const ANSWER = 300 // between the end of a turn and the opponent's reply
export const PASS = 1_200 // a pass is shown only as text, which takes time to read
const CHANGE = 350 // of a gauge
const LEAVE = 240

/** How a scene is shown: in order from the queue, as an immediate step, or unrelated to the scene before. */
type How = 'queued' | 'stepped' | 'apart'

export class Stage {
  scene = $state.raw<Scene | null>(null)
  before: Scene | null = null // the scene shown before this one
  pieces = $state.raw<Shown[]>([])
  change = $state.raw<GaugeChange | null>(null) // the one being shown
  onHappening: (what: Happening) => void = () => {}

  private waiting: { scene: Scene; how: How }[] = []
  private playing = $state(false)
  private skipping = false
  private imagined = 0 // the ply whose pieces are shown before the server has confirmed it; 0: none
  private mover: Side | null = null // the side whose action led to the current scene
  private since = 0 // when the current pieces were first shown
  private drawing: Promise<void> | null = null // pending until the scene has been rendered
  private wake: () => void = () => {}
  private sweeper: ReturnType<typeof setTimeout> | undefined

  /** Whether scenes are still being played. */
  get busy(): boolean {
    return this.playing
  }

  /** Queue a scene: animated if it is the next one, shown at once otherwise. */
  show(scene: Scene): void {
    this.add(scene, 'queued')
  }

  /** Show the next or previous scene without waiting, for stepping through a game. */
  step(scene: Scene): void {
    this.clear()
    this.add(scene, 'stepped')
  }

  /** Show a scene at once, unrelated to the one before. */
  jump(scene: Scene): void {
    this.clear()
    this.add(scene, 'apart')
  }

  /** Show the user's action immediately, before the server has answered; what changes a gauge waits for its result. */
  imagine(scene: Scene, picks: Pick[]): void {
    const [from, to] = picks.filter((pick) => typeof pick === 'number')
    const taken = this.pieces.some((piece) => piece.cell === to && !piece.leaving)
    if (from === undefined || (scene.has_forecast && taken)) return
    this.claim(scene.ply + 1)
    if (to === undefined) this.place(scene, from)
    else
      this.pieces = this.pieces.map((piece) => (piece.cell === from && !piece.leaving ? { ...piece, cell: to } : piece))
  }

  /** Show the pieces of a draft's scene. */
  preview(scene: Scene): void {
    this.claim(scene.ply)
    this.pieces = follow(this.settledPieces(), scene)
    this.sweep()
  }

  /** Return to the actual scene, after a refusal or a dropped draft. */
  restore(): void {
    if (!this.scene || !this.imagined) return
    this.imagined = 0
    this.pieces = follow(this.settledPieces(), this.scene)
    this.sweep()
  }

  /** Stop waiting and show the newest scene. */
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
        const waits = follows && how === 'queued' && !this.imagined && this.mover !== null // an action led to it
        if (waits && this.drawing) await this.drawing
        const due = waits ? this.due() : 0
        if (due > performance.now()) await this.until(due)
        if (follows && scene.story && moves()) await this.showChanges(scene.story.changes)
        const seen = this.imagined > 0
        this.settle(scene, follows)
        if (!seen) this.draw()
      }
    } finally {
      this.playing = this.skipping = false
      this.change = null
      if (this.waiting.length) void this.play() // an error in one scene does not hold up the others
    }
  }

  /** A scene's time starts when it is rendered. */
  private draw(): void {
    const drawing = tick().then(() => {
      if (this.drawing !== drawing) return // another scene is shown by now
      this.drawing = null
      this.since = performance.now()
    })
    this.drawing = drawing
  }

  /** When the next scene may be shown: after this scene's time, plus a pause before the opponent's reply. */
  private due(): number {
    const { action, last, to_move } = this.scene!
    const time = action === 'pass' ? PASS : last.length && action !== 'end' ? STEP : 0
    return this.since + time + (this.mover === to_move ? 0 : ANSWER)
  }

  private async showChanges(changes: GaugeChange[]): Promise<void> {
    for (const change of changes) {
      if (this.skipping) break
      this.change = change
      this.pieces = this.pieces.map((piece) => (piece.cell === change.target ? gauged(piece, change.remaining) : piece))
      if (change.amount < 0) this.onHappening('loss')
      await this.until(performance.now() + CHANGE)
    }
    this.change = null
  }

  private settle(scene: Scene, next: boolean): void {
    const count = this.settledPieces().length
    const ahead = next && scene.ply < this.imagined // a later action of the same turn is shown already
    if (!ahead) this.pieces = this.scene ? follow(this.settledPieces(), scene) : fresh(scene)
    if (!this.imagined) this.since = performance.now()
    if (!ahead) this.imagined = 0
    this.mover = next ? this.scene!.to_move : null
    this.before = this.scene
    this.scene = scene
    this.sweep()
    if (next) this.onHappening(what(scene, count))
  }

  /** The pieces confirmed by the server. */
  private settledPieces(): Shown[] {
    return this.pieces.filter((piece) => !piece.leaving && piece.id > 0)
  }

  /** Remove captured pieces once they have faded out. */
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
  if (scene.pieces.some(alarming)) return 'alarm'
  return scene.pieces.length < before ? 'take' : 'move'
}

function gauged(piece: Shown, left: number): Shown {
  const badges = piece.badges?.map((each) =>
    each.most === undefined ? each : { ...each, value: String(Math.max(0, left)) },
  )
  return { ...piece, badges }
}

function moves(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}
