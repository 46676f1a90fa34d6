/** The client's state of a match: its folded events, the last scene, and the presence of the players. */

import { get } from './api'
import { live, type Follower } from './live.svelte'
import type { Playable } from './playable'
import type { ListedTurn } from './turns'
import type { Side } from '../protocol/core/sides'
import type { Ack, Answer, Events, Presence } from '../protocol/messages/from_server'
import type { Times } from '../protocol/play/clocks'
import type { AnyEvent, Created, Offer } from '../protocol/play/events'
import type { Total } from '../protocol/play/legs'
import type { Status } from '../protocol/play/match'
import type { Ending, Scene } from '../protocol/play/scene'
import type { Seat } from '../protocol/play/seats'
import type { Pick } from '../protocol/play/walker'

/** The account in a seat; undefined if there is none. */
export function accountOf(seat: Seat | null): string | undefined {
  return seat?.kind === 'person' ? seat.account : undefined
}

export class MatchState implements Follower, Playable {
  version = 0
  private whole = false // the initial events have all arrived
  created = $state.raw<Created | null>(null)
  seats = $state.raw<[Seat | null, Seat | null]>([null, null])
  status = $state<Status | ''>('')
  scene = $state.raw<Scene | null>(null)
  times = $state.raw<Times>({ left: null, running: null, since: 0 })
  offers = $state.raw<Partial<Record<Offer, { side: Side; ply: number }>>>({})
  actions = $state.raw<{ side: Side; action: string }[]>([])
  notation = $state.raw<string[]>([]) // the actions in notation, as far as loaded
  result = $state.raw<Ending | null>(null)
  aborted = $state('')
  rematch = $state('') // the match that follows: the second game of two, or the rematch
  total = $state.raw<Total | null>(null)
  presence = $state.raw<Presence | null>(null)
  onScene: (scene: Scene) => void = () => {}
  onNews: (event: AnyEvent) => void = () => {} // called for events after the initial ones

  constructor(
    readonly match: string,
    readonly secret = '',
  ) {}

  /** The sides that an account plays: both on the same screen, none for watchers. */
  sidesOf(account: string | undefined): Side[] {
    const own = ([0, 1] as Side[]).filter((side) => account !== undefined && accountOf(this.seats[side]) === account)
    return own.length && this.seats.some((seat) => seat?.kind === 'friend') ? [0, 1] : own
  }

  /** The turns made up of the first `plies` actions. */
  turnsTo(plies: number): ListedTurn[] {
    const turns: ListedTurn[] = []
    this.actions.slice(0, plies).forEach(({ side, action }, ply) => {
      const last = turns.at(-1)
      const step = { action, notation: this.notation[ply] || action, ply: ply + 1 }
      if (last && last.side === side) last.steps.push(step)
      else turns.push({ side, steps: [step] })
    })
    return turns
  }

  /** Whether this is the first game of two. */
  get goesOn(): boolean {
    return this.created?.leg?.number === 1
  }

  get running(): boolean {
    return this.status === 'running'
  }

  act(action: string, { position }: Scene): Promise<Ack> {
    return live.command(this.match, { do: 'act', action, position })
  }

  /** Play several actions of one turn, either all or none. */
  turn(actions: string[], { position }: Scene): Promise<Ack> {
    return live.command(this.match, { do: 'turn', actions, position })
  }

  /** Ask for the scene after these actions of the current turn. */
  draft(actions: string[], { position }: Scene): Promise<Answer> {
    return live.draft(this.match, position, actions)
  }

  why(picks: Pick[], { position }: Scene): Promise<Answer> {
    return live.why(this.match, position, picks)
  }

  forecast(action: string, { position }: Scene): Promise<Answer> {
    return live.forecast(this.match, position, action)
  }

  onEvents(told: Events): void {
    if (told.first > this.version + 1) return live.catchUp(this)
    const there = this.whole
    for (const [index, event] of told.events.entries()) {
      if (told.first + index <= this.version) continue
      this.version = told.first + index
      this.fold(event)
      if (there) this.onNews(event)
    }
    this.whole = !told.more
    if (told.more) return // status, times and total are those after the last page
    this.status = told.status
    this.times = told.times
    this.total = told.total ?? null
    for (const scene of told.scenes ?? []) this.see(scene)
  }

  /** Whether the notation of some actions has not been loaded. */
  get lacksNotation(): boolean {
    return this.actions.some((_, ply) => !this.notation[ply])
  }

  /** Load the notation of the actions played before this client connected. */
  async loadNotation(): Promise<void> {
    const words = await get<string[]>(`/matches/${this.match}/notation`)
    this.notation = [...words, ...this.notation.slice(words.length)]
  }

  onPresence(presence: Presence): void {
    this.presence = presence
  }

  private see(scene: Scene): void {
    const known = this.scene // showing the same scene again would reset the user's picks
    if (known && scene.position === known.position && scene.status === known.status) return
    this.scene = scene
    if (scene.ply) this.notation = Object.assign([...this.notation], { [scene.ply - 1]: scene.notation })
    this.onScene(scene)
  }

  private takeBack(ply: number): void {
    this.actions = this.actions.slice(0, ply)
    this.notation = this.notation.slice(0, ply)
  }

  private fold(event: AnyEvent): void {
    switch (event.type) {
      case 'created':
        this.created = { visibility: 'public', ...event } // the event leaves out what is usual
        this.seats = event.seats
        return
      case 'joined':
        this.seats = event.side === 0 ? [event.seat, this.seats[1]] : [this.seats[0], event.seat]
        return
      case 'acted': {
        this.actions = [...this.actions, { side: event.side, action: event.action }]
        if (event.forced) return
        const draw = this.offers.draw
        this.offers = draw && draw.side === event.side ? { draw } : {} // an action declines the opponent's offers
        return
      }
      case 'offered':
        this.offers = { ...this.offers, [event.offer]: { side: event.side, ply: event.ply ?? 0 } }
        return
      case 'accepted':
        if (event.offer === 'takeback') this.takeBack(this.offers.takeback?.ply ?? 0)
        this.offers = {}
        return
      case 'declined':
        this.offers = { ...this.offers, [event.offer]: undefined }
        return
      case 'ended':
        this.result = { winner: event.winner, reason: event.reason }
        this.offers = {}
        return
      case 'aborted':
        this.aborted = event.reason
        return
      case 'rematched':
        this.rematch = event.match
    }
  }
}
