/** The engine at work on a position, for as long as somebody wants to know. */

import { untrack } from 'svelte'
import { ApiError } from '../lib/api'
import { live, Refusal } from '../lib/live.svelte'
import { session } from '../lib/session.svelte'
import type { Study } from './study.svelte'
import type { GameNode } from './tree.svelte'
import type { Analysis } from '../protocol/messages/from_server'
import type { Text } from '../protocol/words'

export const LINES = 3
const SECONDS = 60 // that it thinks about a position, at most
const ANSWER_SECONDS = 2

export class Engine {
  on = $state(false)
  told = $state.raw<Analysis | null>(null) // what it thinks of the position that one is at
  trouble = $state.raw<Text>('') // why it does not
  answers = $state(false) // whether it plays against the person at this screen
  private answering = $state.raw<GameNode | null>(null) // where it is to play

  constructor(private readonly study: Study) {}

  /** Start or stop; who starts it needs an account, and a guest's is made at once. */
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
    const halt = live.analyse(
      { study: this.study.briefly(node), lines: LINES, seconds },
      (told) => this.hear(node, told),
      (error) => this.fail(error),
    )
    return () => {
      halt()
      this.told = null
    }
  }

  /** Think about wherever one is, while it is on and the line holds: within a component, until that goes. */
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

  /** The person here has acted: answer, if that is wanted and it is the other's turn. */
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
