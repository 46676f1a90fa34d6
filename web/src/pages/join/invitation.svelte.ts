/** An invitation as the match itself tells it, from the moment the link is opened. */

import type { Status } from '../../lib/api'
import { live, Refusal, type Events, type Follower, type MatchEvent } from '../../lib/live.svelte'
import type { Scene, Side } from '../../lib/scene'

export type Created = MatchEvent & { type: 'created' }

export class Invitation implements Follower {
  version = 0
  created = $state.raw<Created | null>(null)
  scene = $state.raw<Scene | null>(null)
  status = $state<Status | null>(null)
  missing = $state(false) // there is no such match, or not for us

  constructor(
    readonly match: string,
    readonly secret: string,
  ) {}

  /** The side that nobody had taken when the match was made. */
  get open(): Side | null {
    const side = this.created?.seats.indexOf(null) ?? -1
    return side < 0 ? null : (side as Side)
  }

  /** Who invites. */
  get host(): { name: string; account: string } | null {
    const seat = this.created?.seats.find((each) => each?.kind === 'person')
    return seat ? { name: seat.name ?? '', account: seat.account ?? '' } : null
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
    this.created = (told.events.find((event) => event.type === 'created') as Created | undefined) ?? this.created
    this.version = Math.max(this.version, told.first + told.events.length - 1)
    this.scene = told.scene ?? this.scene
    this.status = told.status
  }

  onPresence(): void {}
}
