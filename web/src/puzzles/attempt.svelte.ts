/** A puzzle being solved: complete turns are judged by the server, and wrong ones are shown with their refutation. */

import { arrowsOf, type Arrow } from '../board/arrows'
import { ApiError } from '../lib/api'
import { session } from '../lib/session.svelte'
import { Study } from '../study/study.svelte'
import type { GameNode } from '../study/tree.svelte'
import { puzzles, type Turns } from './puzzles'
import type { PuzzleShown, Solver } from '../protocol/puzzles'
import type { Refutation } from '../protocol/search/refutation'
import type { Text } from '../protocol/words'

export type Phase = 'thinking' | 'judging' | 'right' | 'wrong' | 'solved' | 'shown'

export class PuzzleAttempt {
  phase = $state<Phase>('judging')
  puzzle = $state.raw<PuzzleShown | null>(null)
  solver = $state.raw<Solver | null>(null)
  before = $state.raw<Solver | null>(null) // the solver's stats when the puzzle was loaded
  refutation = $state.raw<Refutation | null>(null)
  tried = $state('') // the wrong turn, as players write it
  solution = $state.raw<string[]>([]) // as players write it, once it is shown
  hint = $state.raw<number[]>([])
  helped = $state(false) // it no longer counts as solved unaided
  trouble = $state.raw<Text>('')
  readonly study = new Study()
  private turns: Turns = [] // the right turns so far
  private base: GameNode = this.study.root // the start of the current turn

  constructor() {
    this.study.sides = []
    this.study.control.onActed = () => void this.acted()
  }

  get arrows(): Arrow[] {
    if (this.refutation) return arrowsOf(this.refutation.cells, 'other')
    return this.hint.map((cell) => ({ from: cell, to: cell }))
  }

  get open(): boolean {
    return this.phase === 'thinking' || this.phase === 'right'
  }

  get over(): boolean {
    return this.phase === 'solved' || this.phase === 'shown'
  }

  /** Whether there are actions of the current turn to take back. */
  get begun(): boolean {
    return this.open && this.study.here !== this.base
  }

  async begin(puzzle: PuzzleShown): Promise<void> {
    const { game, position } = puzzle
    await this.study.open({ game, options: {}, position, actions: [] })
    this.puzzle = puzzle
    this.solver = this.before = puzzle.solver
    this.helped = puzzle.attempted !== null
    this.think(this.study.here, 'thinking')
  }

  /** Return to the start of the turn. */
  async again(): Promise<void> {
    if (this.phase !== 'wrong' && !this.begun) return
    await this.study.go(this.base)
    this.think(this.base, this.turns.length ? 'right' : 'thinking')
  }

  async giveHint(): Promise<void> {
    if (!this.open || !this.puzzle) return
    await this.again()
    await this.asking(async (puzzle) => {
      const told = await puzzles.hint(puzzle, this.turns)
      this.helped = true
      this.hint = told.cells
      this.solver = told.solver
    })
  }

  /** Give up and play the solution on the board. */
  async giveUp(): Promise<void> {
    if (this.phase === 'judging' || this.over) return
    await this.asking(async (puzzle) => {
      const told = await puzzles.solution(puzzle)
      this.close('shown')
      this.helped = true
      this.solver = told.solver
      this.solution = told.notation
      await this.study.go(this.study.root)
      await this.study.actAll(told.turns.flat())
    })
  }

  /** After an action of the user: judge the turn if it is complete. */
  private async acted(): Promise<void> {
    const { puzzle, study } = this
    if (!puzzle || !this.open || !study.scene) return
    this.hint = []
    if (!study.scene.outcome && study.scene.to_move === puzzle.side) return
    const turn = study.here.actions.slice(this.base.ply)
    await this.asking(async () => this.judge(puzzle, turn))
  }

  private async judge(puzzle: PuzzleShown, turn: string[]): Promise<void> {
    const before = this.phase
    this.phase = 'judging'
    this.study.sides = []
    await session.ensure().catch(() => null) // a try needs an account for the rating
    const told = await puzzles.attempt(puzzle, [...this.turns, turn]).catch(async (error: unknown) => {
      await this.study.go(this.base)
      this.think(this.base, before)
      throw error
    })
    this.solver = told.solver
    if (told.verdict === 'wrong') {
      this.helped = true
      this.tried = told.notation
      this.refutation = told.refutation
      this.phase = 'wrong'
      return
    }
    this.turns = [...this.turns, turn]
    if (told.verdict === 'solved') return this.close('solved')
    await this.study.actAll(told.answer)
    this.think(this.study.here, 'right')
  }

  private think(node: GameNode, phase: Phase): void {
    this.base = node
    this.phase = phase
    this.refutation = null
    this.study.sides = this.puzzle ? [this.puzzle.side] : []
    if (this.study.scene) this.study.control.begin(this.study.scene)
  }

  private close(phase: 'solved' | 'shown'): void {
    this.phase = phase
    this.hint = []
    this.refutation = null
    this.study.sides = []
  }

  private async asking(how: (puzzle: PuzzleShown) => Promise<void>): Promise<void> {
    this.trouble = ''
    try {
      await how(this.puzzle!)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.trouble = error.said
    }
  }
}
