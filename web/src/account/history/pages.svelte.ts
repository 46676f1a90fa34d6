/** A list of matches that is loaded page by page, the latest first. */

import { get } from '../../lib/api'
import { sentence } from '../../lib/request.svelte'
import type { MatchShown } from '../../protocol/matches'
import type { Text } from '../../protocol/words'

const PAGE = 50 // matches per page; a shorter page is the last one

export class MatchPages {
  matches = $state.raw<MatchShown[]>([])
  trouble = $state.raw<Text>('')
  busy = $state(false)
  known = $state(false) // whether the first page has been loaded
  more = $state(false)
  private round = 0

  /** `question` gives the address of the page of matches after the last one loaded so far. */
  constructor(private readonly question: (last: MatchShown | null) => string) {}

  /** Start over with the first page. */
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
