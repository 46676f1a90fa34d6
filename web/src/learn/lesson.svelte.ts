/** A lesson in progress: accepted actions are played, with the other side's replies; the rest is explained. */

import { Control } from '../board/control.svelte'
import { Stage } from '../board/stage.svelte'
import { settings } from '../lib/settings.svelte'
import { knock } from '../lib/sound'
import { positions } from '../study/positions'
import { lessons } from './lessons'
import type { Playable } from '../lib/playable'
import type { Forecast } from '../protocol/core/display'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'
import type { StepResult } from '../protocol/lessons'
import type { Text } from '../protocol/words'

const ANSWER = 600 // milliseconds until the other side replies

/** The response to the learner's last action. */
export interface Said {
  kind: StepResult['kind']
  sentence: Text
  rule: string
}

/** The action is illegal or not what the step asks for; the board shows why. */
class NotAccepted extends Error {
  readonly said: Text
  readonly rule: string

  constructor({ kind, sentence, rule }: Said) {
    super(kind)
    this.said = sentence
    this.rule = rule
  }
}

export class Lesson implements Playable {
  step = $state('') // the step on the board
  tried = $state.raw<StepResult | null>(null)
  said = $state.raw<Said | null>(null)
  side = $state<Side>(0) // the learner's
  onDone: (step: string) => void = () => {}
  readonly stage = new Stage()
  readonly control = new Control(this, this.stage, () => (this.scene ? [this.scene.to_move] : []))
  private asked = '' // the step requested last
  private left = false

  constructor(readonly game: string) {
    this.stage.onHappening = (what) => knock(what)
  }

  get scene(): Scene | null {
    return this.tried?.scenes.at(-1) ?? null
  }

  get running(): boolean {
    return this.tried !== null && !this.tried.over
  }

  /** Start a step; throws if the server refuses. */
  async begin(step: string): Promise<void> {
    this.asked = step
    const tried = await lessons.attempt(this.game, step, [], settings.language)
    if (this.asked !== step || this.left) return // the user has moved on meanwhile
    this.step = step
    this.said = null
    this.side = tried.scenes[0]!.to_move
    this.stage.jump(tried.scenes[0]!)
    this.settle(tried)
  }

  async act(action: string): Promise<void> {
    const { step } = this
    const before = this.tried!
    const tried = await lessons.attempt(this.game, step, [...before.actions, action], settings.language)
    if (this.tried !== before || this.left) return
    this.said = tried
    if (tried.kind === 'other' || tried.kind === 'illegal') throw new NotAccepted(tried)
    if (tried.over) this.onDone(step)
    await this.show(tried.scenes)
    if (this.tried === before && !this.left) this.settle(tried)
  }

  async why(picks: Pick[]): Promise<{ rule: string; sentence: Text }> {
    const told = await positions.why(this.tried!.study, picks)
    this.said = { kind: 'illegal', ...told }
    return told
  }

  forecast(action: string): Promise<{ forecast: Forecast | null }> {
    return positions.forecast(this.tried!.study, action)
  }

  /** The page was left. */
  leave(): void {
    this.left = true
  }

  /** Show the learner's action and then, after a pause, the replies of the other side. */
  private async show([own, ...answers]: Scene[]): Promise<void> {
    const at = this.tried
    this.stage.show(own!)
    for (const answer of answers) {
      await new Promise((go) => setTimeout(go, ANSWER))
      if (this.tried !== at || this.left) return
      this.stage.show(answer)
    }
  }

  private settle(tried: StepResult): void {
    this.tried = tried
    this.control.begin(this.scene!)
  }
}
