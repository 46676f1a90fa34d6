/**
 * The page's WebSocket: it reconnects by itself, and sends requests again until they are answered.
 *
 * Written here rather than taken from a library: a library can reconnect, but cannot know what is safe to send again. In
 * our protocol every request is safe: it has an id, and the server does nothing twice for the same id.
 */

import type { Analyse, Incoming, Watch } from '../protocol/messages/from_client'
import type { PlayerCommand } from '../protocol/play/commands'
import type { Pick } from '../protocol/play/walker'
import type {
  Ack,
  Analysis,
  Answer,
  Events,
  Listed,
  Outgoing,
  Presence,
  Refused,
} from '../protocol/messages/from_server'
import type { Text } from '../protocol/words'

/** A refusal by the server: a code for programs, a sentence for users, and the rule that forbids the action, if any. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly said: Text,
    readonly rule: string,
  ) {
    super(code)
  }
}

/** Something that follows a match. */
export interface Follower {
  match: string
  secret: string
  version: number
  onEvents(events: Events): void
  onPresence(presence: Presence): void
}

/** A message before it has an id. */
export type Unnamed<Message> = Message extends Incoming ? Omit<Message, 'id'> : never

interface Question {
  text: string
  follower: Follower | null // set if the request is to watch a match
  settle(answer: Ack | Answer): void
  fail(refusal: Refusal): void
}

export type ConnectionState = 'closed' | 'connecting' | 'open' | 'lost'

const PING_EVERY = 15_000
const PATIENCE = 10_000 // without an answer for longer, the connection is lost
const SILENCE = 1_500 // without an answer for longer, the user is told
const SLOWEST_RETRY = 8_000
const BREATH = 500 // pause when the server says that requests come too fast
const OUTAGE = 1_500 // pause when the server cannot reach its database

export class Live {
  line = $state<ConnectionState>('closed')
  silent = $state(false) // an answer is overdue
  lag = $state<number | null>(null)
  matches = $state.raw<Listed[]>([])
  challenges = $state.raw<{ match: string; by: string }[]>([])
  account = $state('')
  begun = $state.raw<string[]>([]) // the user's matches that have started
  seeking: ((match: string) => void) | null = null // called when an opponent has been found for this page

  private socket: WebSocket | null = null
  private offset = 0 // the server's time minus ours
  private waiting = new Map<string, Question>()
  private followers = new Set<Follower>()
  private analyses = new Map<string, (told: Analysis) => void>()
  private reviewers = new Set<(match: string) => void>()
  private tries = 0
  private timer: ReturnType<typeof setTimeout> | undefined // for the next ping, the timeout, or the reconnect
  private overdue: ReturnType<typeof setTimeout> | undefined
  private pinged: { id: string; at: number } | null = null // the ping not answered yet
  private count = 0
  private readonly prefix = Array.from(crypto.getRandomValues(new Uint32Array(3)), (word) => word.toString(36)).join('')

  constructor(private readonly address: () => string) {}

  /** The server's time now. */
  now(): number {
    return Date.now() + this.offset
  }

  connect(): void {
    if (this.line === 'open' || this.line === 'connecting') return
    this.line = 'connecting'
    this.pinged = null
    this.after(PATIENCE, () => this.lose())
    const socket = new WebSocket(this.address())
    this.socket = socket
    socket.onmessage = (message) => socket === this.socket && this.hear(JSON.parse(String(message.data)) as Outgoing)
    socket.onclose = () => socket === this.socket && this.lose()
  }

  /** Reconnect because the account has changed. */
  reconnect(): void {
    const old = this.socket
    this.socket = null
    old?.close()
    this.line = 'lost'
    this.connect()
  }

  /** Check the connection at once: the page is visible again, or the network is back. */
  wake(): void {
    if (this.line === 'lost') this.connect()
    else if (this.line === 'open' && !this.pinged) this.ping()
  }

  /** Send a request; it is answered even if the connection is lost in between. */
  ask(message: Unnamed<Incoming>, id = this.newId(), follower: Follower | null = null): Promise<Ack | Answer> {
    const text = JSON.stringify({ ...message, id })
    return new Promise((settle, fail) => {
      this.waiting.set(id, { text, follower, settle, fail })
      if (message.type === 'command') this.expect()
      if (this.line === 'open') this.socket?.send(text)
      else this.connect()
    })
  }

  command(match: string, command: PlayerCommand): Promise<Ack> {
    return this.ask({ type: 'command', match, command }) as Promise<Ack>
  }

  why(match: string, position: number, picks: Pick[]): Promise<Answer> {
    return this.ask({ type: 'why', match, position, picks }) as Promise<Answer>
  }

  forecast(match: string, position: number, action: string): Promise<Answer> {
    return this.ask({ type: 'forecast', match, position, action }) as Promise<Answer>
  }

  draft(match: string, position: number, actions: string[]): Promise<Answer> {
    return this.ask({ type: 'draft', match, position, actions }) as Promise<Answer>
  }

  hint(match: string, position: number): Promise<Answer> {
    return this.ask({ type: 'hint', match, position }) as Promise<Answer>
  }

  /** Have a position analysed, with updates until the returned function is called or the connection is lost. */
  analyse(
    wish: Omit<Analyse, 'type' | 'id'>,
    hear: (told: Analysis) => void,
    fail: (error: unknown) => void,
  ): () => void {
    const id = this.newId()
    this.analyses.set(id, hear)
    this.ask({ type: 'analyse', ...wish }, id).catch(fail)
    return () => {
      this.analyses.delete(id)
      this.waiting.delete(id)
      if (this.line === 'open') this.ask({ type: 'stop' }).catch(() => {})
    }
  }

  /** Get notified of finished reviews, until the returned function is called. */
  whenReviewed(hear: (match: string) => void): () => void {
    this.reviewers.add(hear)
    return () => void this.reviewers.delete(hear)
  }

  follow(follower: Follower): Promise<Ack | Answer> {
    this.followers.add(follower)
    return this.ask(watching(follower), this.newId(), follower)
  }

  /** Request the events that a follower has missed, unless they have been requested already. */
  catchUp(follower: Follower): void {
    const asked = [...this.waiting.values()].some((question) => question.follower === follower)
    if (!asked) this.follow(follower).catch(() => {})
  }

  unfollow(follower: Follower): void {
    this.followers.delete(follower)
    for (const [id, question] of this.waiting) if (question.follower === follower) this.waiting.delete(id)
    const others = [...this.followers].some((each) => each.match === follower.match)
    if (this.line === 'open' && !others) this.ask({ type: 'unwatch', match: follower.match }).catch(() => {})
  }

  forgetBegun(match: string): void {
    this.begun = this.begun.filter((each) => each !== match)
  }

  forgetChallenge(match: string): void {
    this.challenges = this.challenges.filter((each) => each.match !== match)
  }

  /** Expect an answer soon: a move must be answered quickly, whereas computed answers may take longer. */
  private expect(): void {
    this.overdue ??= setTimeout(() => (this.silent = true), SILENCE)
  }

  private hear(message: Outgoing): void {
    clearTimeout(this.overdue)
    this.overdue = undefined
    this.silent = false
    if ('time' in message) this.offset = message.time - Date.now()
    if ('id' in message && message.id === this.pinged?.id) this.rest(this.pinged.at)
    switch (message.type) {
      case 'welcome':
        return this.begin(message.account ?? '', message.matches ?? [])
      case 'ack':
      case 'answer':
        return this.answered(message.id)?.settle(message)
      case 'refused':
        return this.refused(message)
      case 'analysis':
        return this.analyses.get(message.for)?.(message)
      case 'events':
        this.each(message.match, (follower) => follower.onEvents(message))
        return message.more ? this.readOn(message) : undefined
      case 'presence':
        return this.each(message.match, (follower) => follower.onPresence(message))
      case 'reviewed':
        return this.reviewers.forEach((tell) => tell(message.match))
      case 'paired':
        return this.seeking ? this.seeking(message.match) : this.noteBegun(message.match)
      case 'challenged':
        return this.noteChallenge(message)
      case 'matches':
        return this.list(message.matches)
    }
  }

  /** Request the next page of a long log; new events are sent after the last page. */
  private readOn({ match, first, events }: Events): void {
    const follower = [...this.followers].find((each) => each.match === match)
    if (follower)
      this.ask({ ...watching(follower), since: first + events.length - 1 }, this.newId(), follower).catch(() => {})
  }

  /**
   * Handle a refusal. A request is sent again after a pause if the server could not reach its database; so is a watch
   * request that came too fast, as pages may follow quickly.
   */
  private refused({ id, code, sentence, rule = '' }: Refused): void {
    const { text, follower } = this.waiting.get(id) ?? {}
    const pause = code === 'busy' ? OUTAGE : code === 'too_fast' && follower ? BREATH : 0
    if (code === 'busy') this.silent = true
    if (text && pause) setTimeout(() => this.waiting.has(id) && this.line === 'open' && this.socket?.send(text), pause)
    else this.answered(id)?.fail(new Refusal(code, sentence, rule))
  }

  private begin(account: string, matches: Listed[]): void {
    this.line = 'open'
    this.tries = 0
    this.account = account
    this.show(matches)
    const asked = [...this.waiting.values()]
    const asking = new Set(asked.map(({ follower }) => follower))
    for (const follower of this.followers) if (!asking.has(follower)) void this.follow(follower).catch(() => {})
    for (const { text } of asked) this.socket?.send(text)
    this.ping()
  }

  private show(matches: Listed[]): void {
    this.matches = matches.filter((each) => !each.by)
    this.challenges = matches.flatMap(({ match, by }) => (by ? [{ match, by }] : []))
  }

  /** Take the list of matches; one from the pool that is new in it has been found for this page. */
  private list(matches: Listed[]): void {
    const known = new Set(this.matches.map(({ match }) => match))
    const found = matches.find(
      ({ match, kind, status }) => kind === 'pool' && status === 'running' && !known.has(match),
    )
    this.show(matches)
    if (found && this.seeking) this.seeking(found.match)
  }

  private noteBegun(match: string): void {
    if (!this.begun.includes(match)) this.begun = [...this.begun, match]
  }

  private noteChallenge({ match, by }: { match: string; by: string }): void {
    if (!this.challenges.some((each) => each.match === match)) this.challenges = [...this.challenges, { match, by }]
  }

  private lose(): void {
    const old = this.socket
    this.socket = null
    old?.close()
    this.line = 'lost'
    const pause = Math.min(SLOWEST_RETRY, 250 * 2 ** this.tries++) * (0.75 + Math.random() / 2)
    this.after(pause, () => this.connect())
  }

  private newId(): string {
    return `${this.prefix}-${++this.count}`
  }

  private answered(id: string): Question | undefined {
    const question = this.waiting.get(id)
    this.waiting.delete(id)
    return question
  }

  private each(match: string, tell: (follower: Follower) => void): void {
    for (const follower of [...this.followers]) if (follower.match === match) tell(follower)
  }

  private ping(): void {
    this.pinged = { id: `ping-${++this.count}`, at: performance.now() }
    const lag = this.lag === null ? {} : { lag: Math.min(this.lag, 60_000) }
    this.socket?.send(JSON.stringify({ type: 'ping', id: this.pinged.id, ...lag }))
    this.expect()
    this.after(PATIENCE, () => this.lose())
  }

  /** A ping has been answered: measure the lag and schedule the next ping. */
  private rest(pingedAt: number): void {
    this.pinged = null
    this.lag = Math.round(performance.now() - pingedAt)
    this.after(PING_EVERY, () => this.ping())
  }

  private after(pause: number, act: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(act, pause)
  }
}

function watching(follower: Follower): Omit<Watch, 'id'> {
  return { type: 'watch', match: follower.match, since: follower.version, secret: follower.secret, scene: true }
}

export const live = new Live(() => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`)
