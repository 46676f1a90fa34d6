/** A match being reviewed: its actions as the main line of a study, with its scenes loaded page by page. */

import { isMissing, sentence } from '../lib/request.svelte'
import { get, getText } from '../lib/api'
import { readText } from '../study/record'
import { Study } from '../study/study.svelte'
import type { GameNode } from '../study/tree.svelte'
import { missing, PAGE, pageOf, readPly } from '../lib/plies'
import type { MatchShown } from '../protocol/matches'
import type { Replay as Scenes } from '../protocol/play/replay'
import type { Text } from '../protocol/words'

const STEP = 900 // milliseconds per position in autoplay

export class Replay {
  match = $state.raw<MatchShown | null>(null)
  nodes = $state.raw<GameNode[]>([]) // the positions of the game, the start first
  playing = $state(false)
  trouble = $state.raw<Text>('')
  missing = $state(false) // the match does not exist or is not accessible
  readonly study = new Study()
  private pages = new Set<number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private gone = false

  constructor(readonly id: string) {}

  get plies(): number {
    return Math.max(0, this.nodes.length - 1)
  }

  /** The current ply of the game; in a variation, the ply where it branches off. */
  get ply(): number {
    return this.study.here.fork.ply
  }

  /** Load the match, then the wanted position, then all others. */
  async load(wanted: string | null): Promise<void> {
    this.trouble = ''
    try {
      await this.begin()
      const ply = readPly(wanted, this.plies)
      await this.page(pageOf(ply))
      this.go(ply)
      for (let page = this.wanted(); page !== null && !this.gone; page = this.wanted()) await this.page(page)
    } catch (error) {
      this.trouble = sentence(error)
      this.missing = isMissing(error)
    }
  }

  /** Show the position after `ply` actions of the game. */
  go(ply: number): void {
    const node = this.nodes[Math.max(0, Math.min(this.plies, ply))]
    if (!node) return
    this.study.tip = this.nodes.at(-1)! // forward follows the game
    void this.study.go(node)
  }

  toggle(): void {
    if (this.playing) return this.pause()
    this.playing = true
    if (this.study.here === this.study.tip) this.go(0)
    this.wait()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.timer)
  }

  /** Stop, because the page was left. */
  leave(): void {
    this.gone = true
    this.pause()
    this.study.leave()
  }

  private async begin(): Promise<void> {
    const [match, record] = await Promise.all([
      get<MatchShown>(`/matches/${this.id}`),
      getText(`/matches/${this.id}/record`),
    ])
    const { game, options } = match
    const { actions } = readText(record, { game, options, position: '', actions: [] })
    this.match = match
    this.nodes = this.study.begin({ game, options, position: '' }, actions)
  }

  private wait(): void {
    this.timer = setTimeout(() => {
      if (!this.study.stage.busy) void this.study.forward()
      if (this.study.here !== this.study.tip) this.wait()
      else this.playing = false
    }, STEP)
  }

  private wanted(): number | null {
    return missing(this.pages, this.plies, this.ply)
  }

  private async page(first: number): Promise<void> {
    const told = await get<Scenes>(`/matches/${this.id}/scenes?first=${first}&count=${PAGE}`)
    this.pages.add(first)
    told.scenes.forEach((scene, index) => {
      const node = this.nodes[told.first + index]
      if (node && !node.scene) node.scene = scene
    })
  }
}
