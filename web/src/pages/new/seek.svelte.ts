/** Looks for an opponent in the pool, again after each reconnect, until one is found or the user stops. */

import { live } from '../../lib/live.svelte'
import { router } from '../../lib/router.svelte'
import type { Unnamed } from '../../lib/live.svelte'
import type { Seek } from '../../protocol/messages/from_client'

export class PoolSeek {
  since = $state<number | null>(null) // null: not looking
  seconds = $state(0)

  /** Look for an opponent until `stop`; throws if the pool refuses. */
  look(message: Unnamed<Seek>): Promise<void> {
    this.since = Date.now()
    this.seconds = 0
    this.listen()
    return new Promise((found, fail) => {
      const stop = $effect.root(() => {
        $effect(() => {
          if (this.since === null) {
            found()
            queueMicrotask(stop)
          } else if (live.line === 'open') {
            live.ask(message).catch((refusal: unknown) => {
              this.since = live.seeking = null
              fail(refusal)
            })
          }
        })
        $effect(() => {
          const timer = setInterval(() => (this.seconds = this.waited()), 1000)
          return () => clearInterval(timer)
        })
      })
    })
  }

  /** Accept a seek from the list; throws if it is gone. */
  async take(message: Unnamed<Seek>): Promise<void> {
    this.listen()
    try {
      await live.ask(message)
    } catch (refusal) {
      live.seeking = null
      throw refusal
    }
  }

  stop(): void {
    live.seeking = null
    if (this.since === null) return
    this.since = null
    void live.ask({ type: 'unseek' }).catch(() => {})
  }

  /** Go to the match when it starts. */
  private listen(): void {
    live.seeking = (match) => {
      this.since = live.seeking = null
      router.go(`/match/${match}`)
    }
  }

  private waited(): number {
    return this.since === null ? 0 : Math.round((Date.now() - this.since) / 1000)
  }
}
