/** A request to the server with its value or its error. A newer request makes the answer to an older one void. */

import { ApiError } from './api'
import type { Text } from '../protocol/words'

export class ServerRequest<Answer> {
  value = $state.raw<Answer | null>(null)
  trouble = $state.raw<Text>('') // the error message
  missing = $state(false) // not found: asking again is pointless
  busy = $state(false)
  private count = 0

  /** Send a request; true if it succeeded and no newer one has been sent. */
  async ask(how: () => Promise<Answer>): Promise<boolean> {
    const mine = ++this.count
    this.busy = true
    try {
      const value = await how()
      if (mine !== this.count) return false
      this.value = value
      this.trouble = ''
      return true
    } catch (error) {
      if (mine === this.count) this.trouble = sentence(error)
      this.missing = isMissing(error)
      return false
    } finally {
      if (mine === this.count) this.busy = false
    }
  }
}

/** The message of a refusal for the user; any other error is a bug and is thrown again. */
export function sentence(error: unknown): Text {
  if (error instanceof ApiError) return error.said
  throw error
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether trying again may help: the server is unreachable or overloaded, or has failed. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}
