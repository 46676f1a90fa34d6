/** Input at the board: turns picks into actions, explains illegal ones, and asks for forecasts of attacks. */

import { pieceAt } from '../lib/scene'
import type { Playable } from '../lib/playable'
import { Walker } from '../lib/walker'
import { say, t } from '../words/words.svelte'
import type { Stage } from './stage.svelte'
import type { Forecast } from '../protocol/core/display'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'
import type { Text } from '../protocol/words'

const REASON_LASTS = 2_600 // milliseconds
const PATIENCE = 300 // milliseconds until the page shows that an action is being sent

export type By = 'mouse' | 'touch' | 'keys'
/** What picking a cell next would do. */
export type Target = 'go' | 'take' | 'place'

/** Actions made on the board but not submitted yet, and the scene after them. */
export interface Draft {
  actions: string[]
  scene: Scene
}

export interface Reason {
  cell: number | null
  sentence: string
  rule: string
}

export interface ShownForecast {
  action: string
  target: number
  forecast: Forecast
}

export class Control {
  picks = $state.raw<Pick[]>([])
  reason = $state.raw<Reason | null>(null)
  forecast = $state.raw<ShownForecast | null>(null)
  drafted = $state.raw<Draft | null>(null)
  shaking = $state<number | null>(null)
  pending = $state('') // the action being sent
  late = $state(false) // it has been pending for a moment
  private handed = false // it was submitted to be played, not only drafted
  confirming = $state<number | null>(null) // touched once; a second touch confirms
  pointed = $state<number | null>(null)
  onActed: (action: string) => void = () => {} // called after an action of the user

  private readonly known = new Map<string, Forecast>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private patience: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly playable: Playable,
    private readonly stage: Stage,
    private readonly sides: () => Side[],
  ) {}

  readonly walker = $derived.by(() => (this.at ? new Walker(this.at) : null))

  get scene(): Scene | null {
    return this.playable.scene
  }

  /** The scene that picks apply to: the draft's if there is one, else the current one. */
  get at(): Scene | null {
    return this.drafted?.scene ?? this.playable.scene
  }

  /** Whether it is the user's turn. */
  get mine(): boolean {
    return this.scene !== null && this.playable.running && this.sides().includes(this.scene.to_move)
  }

  /** Whether the user can act: it is their turn and the board shows the current position. */
  get ready(): boolean {
    return this.mine && !this.pending && this.stage.scene === this.scene
  }

  /** Whether the keyboard makes drafts in this game. */
  get drafts(): boolean {
    return Boolean(this.scene?.drafts && this.playable.draft)
  }

  /** Whether the draft is already a whole turn. */
  get whole(): boolean {
    return this.drafted !== null && (this.at!.outcome !== null || this.at!.to_move !== this.scene!.to_move)
  }

  get targets(): Map<number, Target> {
    const { walker, picks } = this
    if (!this.ready || this.whole || !walker) return new Map()
    if (!picks.length) return new Map(walker.placements.map((cell) => [cell, 'place']))
    return new Map(walker.cells(picks).map((cell) => [cell, walker.takes([...picks, cell]) ? 'take' : 'go']))
  }

  /** The cells where an action can start. */
  get movable(): Set<number> {
    return new Set(this.ready && !this.whole && this.walker ? this.walker.cells([]) : [])
  }

  /** The named choices at the last picked cell. */
  get choices(): string[] {
    return this.ready && this.walker && this.picks.length ? this.walker.choices(this.picks) : []
  }

  /** Start with a new position; a piece that must continue is picked already. */
  begin(scene: Scene): void {
    if (!this.handed) this.stage.restore() // the user played in another window, so the draft is obsolete
    this.arrived()
    this.known.clear()
    this.forecast = null
    this.confirming = null
    this.drafted = null
    this.picks = this.sides().includes(scene.to_move) && !scene.outcome ? scene.forced : []
  }

  /** Drop the current picks and the draft. */
  reset(): void {
    if (this.drafted && !this.pending) {
      this.drafted = null
      this.stage.restore()
    }
    this.layDown()
    this.clearReason()
  }

  pick(pick: Pick, by: By = 'mouse', small = false): void {
    const { scene, walker } = this
    if (!scene || !walker || !this.playable.running) return
    const cell = typeof pick === 'number' ? pick : null
    if (!this.mine) return this.sides().length ? this.explain(cell, t('not_your_turn'), '') : undefined
    if (!this.ready) return
    this.clearReason()
    if (this.whole) return this.explain(cell, t('draft_whole'), '')
    const step = walker.pick(this.picks, pick)
    if ('picks' in step) this.hold(step.picks, cell)
    else if ('action' in step) this.choose(step.action, pick, by, small)
    else if (cell === null || !this.pickAnother(cell)) void this.askWhy(scene, step.nowhere, cell)
  }

  /** Key Z: pick up the piece here, dropping earlier picks. */
  take(cell: number): void {
    if (this.drafted && this.picks.includes(cell)) return // this piece is already picked and continues
    this.reset()
    this.pick(cell, 'keys')
  }

  /** Key X: go to this cell; in games with drafts, this only adds to the draft. */
  aim(cell: number): void {
    const step = this.ready && !this.whole ? this.walker?.pick(this.picks, cell) : undefined
    if (!this.drafts || !step || !('action' in step)) return this.pick(cell, 'keys')
    this.clearReason()
    void this.draft(step.action, [...this.picks, cell])
  }

  /** Key C: submit the draft; without one, end the turn. */
  handOver(): void {
    const { scene, drafted } = this
    if (!scene || !this.playable.running) return
    if (!this.mine) return this.sides().length ? this.explain(this.pointed, t('not_your_turn'), '') : undefined
    if (drafted || !this.drafts || scene.choices.includes('end')) this.bare('end')
    else if (this.ready) this.explain(this.pointed, t(this.picks.length ? 'draft_aim' : 'draft_none'), '')
  }

  /** Play an action without cells: end turn or pass. */
  bare(choice: string): void {
    if (this.drafted && this.ready) this.handOverDraft(this.drafted)
    else if (this.ready && this.scene?.choices.includes(choice)) void this.act(choice, [])
    else if (this.ready && this.scene) void this.askWhy(this.scene, [choice], null)
  }

  /** The pointer or the cursor moved to a cell: show the forecast of an attack there. */
  point(cell: number | null): void {
    this.pointed = cell
    if (cell === null || !this.scene?.has_forecast || !this.targets.has(cell)) {
      if (this.confirming === null) this.forecast = null
      return
    }
    void this.showForecast(this.scene, cell)
  }

  private hold(picks: Pick[], cell: number | null): void {
    this.picks = picks
    this.confirming = null
    if (cell !== null) this.point(cell)
  }

  /** Drop the picks, except those of a piece that must continue. */
  private layDown(): void {
    this.picks = this.at && this.mine && !this.pending && !this.whole ? this.at.forced : []
    this.forecast = null
    this.confirming = null
  }

  /** Drop the picked piece if it is picked again, or pick another own piece instead; returns whether either applied. */
  private pickAnother(cell: number): boolean {
    const { walker, at } = this
    const held = this.picks.find((pick) => typeof pick === 'number')
    if (held === cell) this.layDown()
    else if (at!.forced.length || walker!.placesOnly || pieceAt(at!, cell)?.owner !== at!.to_move) return false
    else this.hold([cell], cell)
    return true
  }

  /** Play an action; a touch must be repeated if the cells are small or the action is an attack. */
  private choose(action: string, pick: Pick, by: By, small: boolean): void {
    const cell = typeof pick === 'number' ? pick : null
    const attack = cell !== null && this.scene!.has_forecast && this.targets.get(cell) === 'take'
    if (by !== 'touch' || cell === null || this.confirming === cell || !(small || attack)) {
      return void this.act(action, [...this.picks, pick])
    }
    this.confirming = cell
    this.pointed = cell
    if (attack) void this.showForecast(this.scene!, cell)
  }

  private async showForecast(scene: Scene, cell: number): Promise<void> {
    const action = this.walker?.actionsFrom([...this.picks, cell])[0]
    if (!action) return
    let forecast = this.known.get(action)
    if (!forecast) {
      const told = await this.playable.forecast(action, scene).catch(() => null)
      if (!told?.forecast || this.scene !== scene) return
      forecast = told.forecast
      this.known.set(action, forecast)
    }
    if (this.pointed === cell || this.confirming === cell) this.forecast = { action, target: cell, forecast }
  }

  private async act(action: string, picks: Pick[]): Promise<void> {
    const [scene, drafted] = [this.scene!, this.drafted]
    this.stage.imagine(this.at!, picks)
    const actions = [...(drafted?.actions ?? []), action]
    await this.send(action, () => (drafted ? this.playable.turn!(actions, scene) : this.playable.act(action, scene)))
  }

  private handOverDraft({ actions, scene: after }: Draft): void {
    const scene = this.scene!
    const all = !this.whole && after.choices.includes('end') ? [...actions, 'end'] : actions
    void this.send(all.at(-1)!, () => this.playable.turn!(all, scene))
  }

  private async send(action: string, ask: () => Promise<unknown>): Promise<void> {
    this.depart(action)
    this.handed = true
    try {
      await ask()
      this.onActed(action)
    } catch (error) {
      this.arrived()
      this.showDraft()
      this.layDown()
      this.refused(error, null)
    }
  }

  /** Add an action to the draft; the server returns the resulting scene. */
  private async draft(action: string, picks: Pick[]): Promise<void> {
    const scene = this.scene!
    const actions = [...(this.drafted?.actions ?? []), action]
    this.stage.imagine(this.at!, picks)
    this.depart(action)
    try {
      const { scene: after } = await this.playable.draft!(actions, scene)
      if (this.scene !== scene) return
      if (after) this.drafted = { actions, scene: after }
      this.showDraft()
    } catch (error) {
      if (this.scene !== scene) return
      this.showDraft()
      this.refused(error, null)
    }
    this.arrived()
    this.layDown()
  }

  /** Show the draft if there is one, else the current position. */
  private showDraft(): void {
    if (this.drafted) this.stage.preview(this.drafted.scene)
    else this.stage.restore()
  }

  private depart(action: string): void {
    this.pending = action
    this.picks = []
    this.forecast = null
    this.confirming = null
    clearTimeout(this.patience)
    this.patience = setTimeout(() => (this.late = true), PATIENCE)
  }

  private arrived(): void {
    clearTimeout(this.patience)
    this.pending = ''
    this.handed = false
    this.late = false
  }

  /** Drop picks that lead to no action, and explain why. */
  private async askWhy(scene: Scene, picks: Pick[], cell: number | null): Promise<void> {
    const held = this.picks.find((pick) => typeof pick === 'number')
    this.layDown()
    this.shake(typeof held === 'number' ? held : cell)
    if (this.drafted) return this.explain(cell, t('draft_not_there'), '')
    try {
      const told = await this.playable.why(picks, scene)
      if (this.scene === scene) this.explain(cell, say(told.sentence ?? ''), told.rule ?? '')
    } catch (error) {
      this.refused(error, cell)
    }
  }

  /** Explain a refusal, unless the position has merely changed meanwhile, which the board shows. */
  private refused(error: unknown, cell: number | null): void {
    const { code, said, message, rule = '' } = error as Error & { code?: string; said?: Text; rule?: string }
    if (code !== 'stale') this.explain(cell, say(said ?? message), rule)
  }

  private explain(cell: number | null, sentence: string, rule: string): void {
    this.reason = { cell, sentence, rule }
    clearTimeout(this.timer)
    this.timer = setTimeout(() => (this.reason = null), REASON_LASTS + 30 * sentence.length)
  }

  private clearReason(): void {
    clearTimeout(this.timer)
    this.reason = null
    this.shaking = null
  }

  private shake(cell: number | null): void {
    this.shaking = cell
  }
}
