/** A list that comes page by page, the latest first. */

import { get, type MatchShown } from '../../lib/api'
import { sentence } from '../asked.svelte'
import { questionOf, type Filter } from './filter'

export const PAGE = 50 // that the server gives at once

export class MatchPages {
  matches = $state.raw<MatchShown[]>([])
  trouble = $state('')
  busy = $state(false)
  known = $state(false) // whether the first page has come
  more = $state(false)
  private round = 0

  /** Begin anew with a filter. */
  start(filter: Filter): Promise<void> {
    this.round++
    return this.fetch(filter, null)
  }

  next(filter: Filter): Promise<void> {
    return this.fetch(filter, this.matches.at(-1) ?? null)
  }

  private async fetch(filter: Filter, last: MatchShown | null): Promise<void> {
    const round = this.round
    this.busy = true
    try {
      const page = await get<MatchShown[]>(questionOf(filter, last))
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
