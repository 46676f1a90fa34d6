/** Something that the server is asked for: what came, or why nothing did. A newer question makes an older answer void. */

import { ApiError } from './api'
import type { Text } from '../protocol/words'

export class Asked<Answer> {
  value = $state.raw<Answer | null>(null)
  trouble = $state.raw<Text>('') // what the server says
  missing = $state(false) // there is no such thing: asking again is of no use
  busy = $state(false)
  private count = 0

  /** Ask; true when an answer came and it is still wanted. */
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

/** What to tell a person about a refusal; anything else is a fault of ours. */
export function sentence(error: unknown): Text {
  if (error instanceof ApiError) return error.said
  throw error
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Whether asking again may help: the server is out of reach, has too much to do, or has failed. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
}
