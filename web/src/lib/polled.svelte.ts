/** A value that is requested repeatedly while the page is visible. */

import { ServerRequest } from './request.svelte'
import { get } from './api'

export const EVERY = 3_000

export class Polled<Answer> extends ServerRequest<Answer> {
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopped = true

  /** `path` is called for each request. */
  constructor(private readonly path: () => string) {
    super()
  }

  /** Send a request now and every few seconds, until the returned function is called. */
  start(): () => void {
    const seen = () => document.hidden || this.now()
    this.stopped = false
    document.addEventListener('visibilitychange', seen)
    this.now()
    return () => {
      this.stopped = true
      clearTimeout(this.timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }

  /** Send a request at once; the next one follows some time after the answer. */
  now(): void {
    clearTimeout(this.timer)
    void this.ask(() => get<Answer>(this.path())).finally(() => {
      clearTimeout(this.timer)
      if (!this.stopped) this.timer = setTimeout(() => (document.hidden ? undefined : this.now()), EVERY)
    })
  }
}
