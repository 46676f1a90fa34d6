/** A study: a position from which lines and variations can be played for both sides. */

import { Control } from '../board/control.svelte'
import { Stage } from '../board/stage.svelte'
import { ApiError } from '../lib/api'
import { knock } from '../lib/sound'
import { positions, type Line, type Start } from './positions'
import { GameNode, grown } from './tree.svelte'
import type { Playable } from '../lib/playable'
import type { Forecast } from '../protocol/core/display'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'
import type { Pick } from '../protocol/play/walker'
import type { PositionShown } from '../protocol/positions'
import type { Text } from '../protocol/words'

const SETTLED = 120 // milliseconds at a position before its legal actions are requested

export class Study implements Playable {
  start = $state.raw<Start>({ game: '', options: {}, position: '' })
  root = $state.raw(new GameNode())
  here = $state.raw(this.root)
  tip = $state.raw(this.root) // the end of the current line
  sides = $state.raw<Side[]>([0, 1]) // the sides that the user plays
  trouble = $state.raw<Text>('') // the server's message if a position cannot be shown
  readonly stage = new Stage()
  readonly control = new Control(this, this.stage, () => this.sides)
  private shown: GameNode | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor() {
    this.stage.onHappening = (what) => knock(what)
  }

  get scene(): Scene | null {
    return this.here.scene
  }

  get running(): boolean {
    return this.here.playable
  }

  /** The line to a position, as sent to the server. */
  line(node: GameNode = this.here): Line {
    return { ...this.start, actions: node.actions }
  }

  /** The shortest line for a position: long games are replaced by the position's text, which includes repetitions. */
  briefly(node: GameNode): Line {
    const line = this.line(node)
    const still = { ...line, position: node.position, actions: [] }
    return node.position && size(still) < size(line) ? still : line
  }

  /** Open a line and show the position after `ply` actions. Throws if the server refuses. */
  async open(line: Line, ply = line.actions.length): Promise<void> {
    const reached = await positions.reach(line)
    const { actions } = reached.study
    const nodes = this.begin({ game: line.game, options: line.options, position: line.position }, actions)
    reached.steps.forEach((step, index) => (nodes[index + 1]!.told = step))
    keep(nodes.at(-1)!, reached)
    await this.go(nodes[ply] ?? nodes.at(-1)!)
  }

  /** Open a line whose scenes are loaded elsewhere; returns its positions, the start first. */
  begin(start: Start, actions: string[]): GameNode[] {
    this.start = start
    this.root = this.here = grown(actions)
    this.tip = this.root.ahead.at(-1) ?? this.root
    this.shown = null
    return this.tip.path
  }

  /** Play an action in the current position. Throws if the server refuses. */
  async act(action: string): Promise<void> {
    const from = this.here
    let node = from.next.find((each) => each.action === action)
    if (!node?.asked) {
      const reached = await positions.reach({ ...this.start, actions: [...from.actions, action] })
      node = from.play(reached.study.actions.at(-1) ?? action)
      keep(node, reached)
    }
    if (this.here === from) await this.go(node, true) // unless the user has moved to another position
  }

  /** Play actions one after another. */
  async actAll(actions: string[]): Promise<void> {
    for (const action of actions) await this.act(action)
  }

  why(picks: Pick[]): Promise<{ rule: string; sentence: Text }> {
    return positions.why(this.line(), picks)
  }

  forecast(action: string): Promise<{ forecast: Forecast | null }> {
    return positions.forecast(this.line(), action)
  }

  /** Go to a position. If its scene is known, show it at once, or queue it if it was just `played`. */
  async go(node: GameNode, played = false): Promise<void> {
    clearTimeout(this.timer)
    this.trouble = ''
    this.here = node
    if (!this.tip.path.includes(node)) this.tip = node.ahead.at(-1) ?? node
    if (node.scene) this.show(node, played)
    if (!node.scene) await this.look(node)
    else if (!node.asked) this.timer = setTimeout(() => void this.look(node), SETTLED)
  }

  async back(): Promise<void> {
    if (this.here.parent) await this.go(this.here.parent)
  }

  /** Go to the next position of the current line. */
  async forward(): Promise<void> {
    const next = this.tip.path[this.here.ply + 1]
    if (next) await this.go(next)
  }

  /** Return to the main line where the variation branches off. */
  async rejoin(): Promise<void> {
    const { fork } = this.here
    this.tip = fork.ahead.at(-1) ?? fork
    await this.go(fork)
  }

  /** Remove the current variation. */
  async dropVariation(): Promise<void> {
    const first = this.here.path[this.here.fork.ply + 1]
    await this.rejoin()
    first?.drop()
  }

  /** Stop, because the page was left. */
  leave(): void {
    clearTimeout(this.timer)
  }

  private async look(node: GameNode): Promise<void> {
    try {
      keep(node, await positions.reach(this.line(node)))
      if (this.here === node) this.show(node)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (this.here === node) this.trouble = error.said
    }
  }

  private show(node: GameNode, played = false): void {
    const [scene, before] = [node.scene!, this.shown]
    this.shown = node
    if (played && before === node.parent) this.stage.show(scene)
    else if (before === node) this.stage.show(scene)
    else if (before === node.parent || before?.parent === node) this.stage.step(scene)
    else this.stage.jump(scene)
    this.control.begin(scene)
  }
}

/** The size of a line in a request. */
function size(line: Line): number {
  return JSON.stringify(line).length
}

/** Store the server's answer in a node. A scene known from a match is kept, since it has more about the last action. */
function keep(node: GameNode, { position, scene }: PositionShown): void {
  const { paths, choices, forced, has_forecast, threats } = scene
  node.scene = node.scene ? { ...node.scene, paths, choices, forced, has_forecast, threats } : scene
  node.position = position
  node.playable = scene.outcome === null
  node.asked = true
}
