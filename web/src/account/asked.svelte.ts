/** Something that the server is asked for: what came, or why nothing did. A newer question makes an older answer void. */

import { ApiError } from '../lib/api'

export class Asked<Answer> {
  value = $state.raw<Answer | null>(null)
  trouble = $state('') // the server's sentence
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
      return false
    } finally {
      if (mine === this.count) this.busy = false
    }
  }
}

/** What to tell a person about a refusal; anything else is a fault of ours. */
export function sentence(error: unknown): string {
  if (error instanceof ApiError) return error.message
  throw error
}
