/** Looking for an opponent in the pool: again whenever the line is back, until one is found or nobody wants to wait. */

import { live } from '../../lib/live.svelte'
import { router } from '../../lib/router.svelte'
import type { Unnamed } from '../../lib/live.svelte'
import type { Seek } from '../../protocol/messages/from_client'

export class Seeking {
  since = $state<number | null>(null) // null: not looking
  seconds = $state(0)

  /** Look, until `stop`; fails if the pool will not have us. */
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

  /** Play with somebody on the list; fails if that one has gone. */
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

  /** Go to the match when it begins. */
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
