/** What a person does at the board: picks that become actions, reasons for those that do not, and what will come of one. */

import type { Forecast, Pick, Scene, Side } from '../lib/scene'
import { Walker } from '../lib/walker'
import { say, t } from '../words/words.svelte'
import type { Stage } from './stage.svelte'

const REASON_LASTS = 2_600 // milliseconds

/** What is played on: a match, or a position that somebody studies. It refuses with an error that says why. */
export interface Table {
  readonly scene: Scene | null
  readonly running: boolean // whether anybody may act
  act(action: string, scene: Scene): Promise<unknown>
  why(picks: Pick[], scene: Scene): Promise<{ rule?: string; sentence?: string }>
  foresee(action: string, scene: Scene): Promise<{ forecast?: Forecast | null }>
}

export interface Reason {
  cell: number | null
  sentence: string
  rule: string
}

export interface Foretold {
  action: string
  target: number
  forecast: Forecast
}

export class Control {
  picks = $state.raw<Pick[]>([])
  reason = $state.raw<Reason | null>(null)
  foretold = $state.raw<Foretold | null>(null)
  shaking = $state<number | null>(null)
  pending = $state('') // the action that is on its way
  confirming = $state<number | null>(null) // a finger has touched it once: the second touch is meant
  pointed = $state<number | null>(null)
  onActed: (action: string) => void = () => {} // by the person at this screen

  private readonly known = new Map<string, Forecast>()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly table: Table,
    private readonly stage: Stage,
    private readonly sides: () => Side[],
  ) {}

  readonly walker = $derived.by(() => (this.table.scene ? new Walker(this.table.scene) : null))

  get scene(): Scene | null {
    return this.table.scene
  }

  /** Whether the person at this screen is to act now. */
  get mine(): boolean {
    return this.scene !== null && this.table.running && this.sides().includes(this.scene.to_move)
  }

  get ready(): boolean {
    return this.mine && !this.pending
  }

  get targets(): Map<number, 'go' | 'take'> {
    if (!this.ready || !this.walker || !this.picks.length) return new Map()
    const cells = this.walker.cells(this.picks)
    return new Map(cells.map((cell) => [cell, this.walker!.takes([...this.picks, cell]) ? 'take' : 'go']))
  }

  /** Where something can be begun. */
  get movable(): Set<number> {
    return new Set(this.ready && this.walker ? this.walker.cells([]) : [])
  }

  /** Named choices at the cell that was picked last. */
  get choices(): string[] {
    return this.ready && this.walker && this.picks.length ? this.walker.choices(this.picks) : []
  }

  /** A new position: begin where the turn has to go on. */
  begin(scene: Scene): void {
    this.pending = ''
    this.known.clear()
    this.foretold = null
    this.confirming = null
    this.picks = this.sides().includes(scene.to_move) && !scene.outcome ? scene.forced : []
  }

  reset(): void {
    this.picks = this.scene && this.mine ? this.scene.forced : []
    this.foretold = null
    this.confirming = null
    this.clearReason()
  }

  pick(pick: Pick, by: 'mouse' | 'touch' | 'keys' = 'mouse'): void {
    const { scene, walker } = this
    if (!scene || !walker || !this.table.running) return
    const cell = typeof pick === 'number' ? pick : null
    if (!this.mine) return this.sides().length ? this.explain(cell, t('not_your_turn'), '') : undefined
    if (this.pending) return
    this.clearReason()
    const step = walker.pick(this.picks, pick)
    if ('picks' in step) this.picks = step.picks
    else if ('nowhere' in step) void this.askWhy(scene, step.nowhere, cell)
    else if (by === 'touch' && cell !== null && this.wantsConfirmation(cell)) this.confirm(cell)
    else void this.act(step.action, [...this.picks, pick])
    if ('picks' in step && cell !== null) this.point(cell)
  }

  /** Play an action without cells: end the turn, pass. */
  bare(choice: string): void {
    if (this.ready && this.scene?.choices.includes(choice)) void this.act(choice, [])
    else if (this.mine && this.scene) void this.askWhy(this.scene, [choice], null)
  }

  /** The pointer or the cursor is on a cell: tell what an attack there would do. */
  point(cell: number | null): void {
    this.pointed = cell
    if (cell === null || !this.scene?.foretells || !this.targets.has(cell)) {
      if (this.confirming === null) this.foretold = null
      return
    }
    void this.foretell(this.scene, cell)
  }

  private wantsConfirmation(cell: number): boolean {
    return this.scene!.foretells && this.targets.get(cell) === 'take' && this.confirming !== cell
  }

  private confirm(cell: number): void {
    this.confirming = cell
    void this.foretell(this.scene!, cell)
  }

  private async foretell(scene: Scene, cell: number): Promise<void> {
    const action = this.walker?.actionsFrom([...this.picks, cell])[0]
    if (!action) return
    let forecast = this.known.get(action)
    if (!forecast) {
      const told = await this.table.foresee(action, scene).catch(() => null)
      if (!told?.forecast || this.scene !== scene) return
      forecast = told.forecast
      this.known.set(action, forecast)
    }
    if (this.pointed === cell || this.confirming === cell) this.foretold = { action, target: cell, forecast }
  }

  private async act(action: string, picks: Pick[]): Promise<void> {
    const scene = this.scene!
    this.stage.imagine(scene, picks)
    this.pending = action
    this.picks = []
    this.foretold = null
    this.confirming = null
    try {
      await this.table.act(action, scene)
      this.onActed(action)
    } catch (error) {
      this.pending = ''
      this.stage.restore()
      this.reset()
      this.refused(error, null)
    }
  }

  /** A pick that leads nowhere resets the choice and says why. */
  private async askWhy(scene: Scene, picks: Pick[], cell: number | null): Promise<void> {
    const held = this.picks.find((pick) => typeof pick === 'number')
    this.reset()
    this.shake(typeof held === 'number' ? held : cell)
    try {
      const told = await this.table.why(picks, scene)
      if (this.scene === scene) this.explain(cell, say(told.sentence ?? ''), told.rule ?? '')
    } catch (error) {
      this.refused(error, cell)
    }
  }

  /** Say why; that a position is no longer the one that was meant can be seen. */
  private refused(error: unknown, cell: number | null): void {
    const { code, message, rule = '' } = error as Error & { code?: string; rule?: string }
    if (code !== 'stale') this.explain(cell, say(message), rule)
  }

  private explain(cell: number | null, sentence: string, rule: string): void {
    this.reason = { cell, sentence, rule: rule === 'text' ? '' : rule }
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
