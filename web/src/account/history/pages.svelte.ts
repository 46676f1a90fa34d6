/** A list of matches that comes page by page, the latest first. */

import { get } from '../../lib/api'
import { sentence } from '../../lib/asked.svelte'
import type { MatchShown } from '../../protocol/matches'
import type { Text } from '../../protocol/words'

const PAGE = 50 // that the server gives at once: fewer are the last

export class MatchPages {
  matches = $state.raw<MatchShown[]>([])
  trouble = $state.raw<Text>('')
  busy = $state(false)
  known = $state(false) // whether the first page has come
  more = $state(false)
  private round = 0

  /** What to ask for, beyond the last one seen, is found anew for each page. */
  constructor(private readonly question: (last: MatchShown | null) => string) {}

  /** Begin anew. */
  start(): Promise<void> {
    this.round++
    return this.fetch(null)
  }

  async next(): Promise<void> {
    if (!this.busy) await this.fetch(this.matches.at(-1) ?? null)
  }

  private async fetch(last: MatchShown | null): Promise<void> {
    const round = this.round
    this.busy = true
    try {
      const page = await get<MatchShown[]>(this.question(last))
      if (round !== this.round) return
      this.matches = last === null ? page : [...this.matches, ...page]
      this.more = page.length === PAGE
      this.trouble = ''
      this.known = true
    } catch (error) {
      if (round === this.round) this.trouble = sentence(error)
    } finally {
      if (round === this.round) this.busy = false
    }
  }
}
