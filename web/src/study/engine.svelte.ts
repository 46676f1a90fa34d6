/** The engine's analysis of the current position while it is switched on. */

import { untrack } from 'svelte'
import { ApiError } from '../lib/api'
import { live, Refusal } from '../lib/live.svelte'
import { session } from '../lib/session.svelte'
import type { Study } from './study.svelte'
import type { GameNode } from './tree.svelte'
import type { Analysis } from '../protocol/messages/from_server'
import type { Text } from '../protocol/words'

export const LINES = 3
const SECONDS = 60 // maximum thinking time per position
const ANSWER_SECONDS = 2

export class Engine {
  on = $state(false)
  told = $state.raw<Analysis | null>(null) // the analysis of the current position
  trouble = $state.raw<Text>('') // why the analysis failed
  answers = $state(false) // whether it plays against the user
  private answering = $state.raw<GameNode | null>(null) // the position in which it should move

  constructor(private readonly study: Study) {}

  /** Start or stop; starting creates a guest account if the user has none. */
  async toggle(): Promise<void> {
    if (this.on) return this.stop()
    this.trouble = ''
    try {
      await session.ensure()
      this.on = true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.trouble = error.said
    }
  }

  stop(): void {
    this.on = false
    this.told = null
    this.answering = null
  }

  private look(node: GameNode, seconds: number): () => void {
    this.told = null
    const stop = live.analyse(
      { study: this.study.briefly(node), lines: LINES, seconds },
      (told) => this.hear(node, told),
      (error) => this.fail(error),
    )
    return () => {
      stop()
      this.told = null
    }
  }

  /** Analyse the current position while switched on and connected. Call it in a component; it stops with that. */
  follow(): void {
    $effect(() => {
      const [node, seconds] = [this.study.here, this.answering === this.study.here ? ANSWER_SECONDS : SECONDS]
      if (!this.on || live.line !== 'open' || !node.playable) return
      return untrack(() => this.look(node, seconds))
    })
  }

  /** Play the first turn of the best line. */
  async playBest(): Promise<void> {
    if (this.told?.lines[0]) await this.playTurn(this.told.lines[0].actions)
  }

  /** After an action of the user: reply, if this is enabled and it is the opponent's turn. */
  acted(): void {
    const { here } = this.study
    if (this.on && this.answers && here.playable && here.scene?.to_move !== here.step?.side) this.answering = here
  }

  private hear(node: GameNode, told: Analysis): void {
    this.told = told
    node.verdict = told.lines[0] ?? node.verdict
    if (told.done && this.answering === node) void this.answer(node, told)
  }

  private async answer(node: GameNode, { lines }: Analysis): Promise<void> {
    this.answering = null
    if (this.study.here === node && lines[0]) await this.playTurn(lines[0].actions)
  }

  private async playTurn(actions: string[]): Promise<void> {
    const side = this.study.scene?.to_move
    for (const action of actions) {
      if (this.study.scene?.to_move !== side || !this.study.running) return
      await this.study.act(action)
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof Refusal)) throw error
    this.trouble = error.said
    this.on = false
  }
}
