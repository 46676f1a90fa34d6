/** An invitation, read from the events of its match once the link is opened. */

import { live, Refusal, type Follower } from '../../lib/live.svelte'
import type { Side } from '../../protocol/core/sides'
import type { Events } from '../../protocol/messages/from_server'
import type { Created } from '../../protocol/play/events'
import type { Status } from '../../protocol/play/match'
import type { Scene } from '../../protocol/play/scene'
import type { Seat } from '../../protocol/play/seats'
import { accountOf } from '../../lib/match.svelte'

export class Invitation implements Follower {
  version = 0
  created = $state.raw<Created | null>(null)
  scene = $state.raw<Scene | null>(null)
  status = $state<Status | null>(null)
  joined = $state.raw<Seat | null>(null)
  missing = $state(false) // the match does not exist or is not accessible

  constructor(
    readonly match: string,
    readonly secret: string,
  ) {}

  /** The side that was open when the match was created. */
  get open(): Side | null {
    const side = this.created?.seats.indexOf(null) ?? -1
    return side < 0 ? null : (side as Side)
  }

  /** The name of the inviting player. */
  get host(): string {
    return this.created?.seats.find((seat) => seat?.kind === 'person')?.name ?? ''
  }

  /** Whether this account is already in the match. */
  has(account: string): boolean {
    return [...(this.created?.seats ?? []), this.joined].some((seat) => accountOf(seat) === account)
  }

  async read(): Promise<void> {
    try {
      await live.follow(this)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.missing = true
    }
  }

  onEvents(told: Events): void {
    for (const event of told.events) {
      if (event.type === 'created') this.created = event
      if (event.type === 'joined') this.joined = event.seat
    }
    this.version = Math.max(this.version, told.first + told.events.length - 1)
    this.scene = told.scenes?.at(-1) ?? this.scene
    this.status = told.status
  }

  onPresence(): void {}
}
