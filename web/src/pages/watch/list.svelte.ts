/** A list of public matches that grows by pages. */

import { ApiError, get, placeOf, type MatchShown, type Status } from '../../lib/api'

const PAGE = 50 // that the server gives at once: fewer are the last

export class MatchList {
  found = $state.raw<MatchShown[] | null>(null) // null: not to be had
  more = $state(false)
  private asked = 0

  constructor(private readonly status: Status) {}

  /** The list anew, of one game or of all. */
  async begin(game: string): Promise<void> {
    const asked = ++this.asked
    const page = await this.page(game)
    if (page && asked === this.asked) this.found = page
  }

  async next(game: string): Promise<void> {
    const asked = this.asked
    const last = this.found?.at(-1)
    const page = last && (await this.page(game, last))
    if (page && asked === this.asked) this.found = [...(this.found ?? []), ...page]
  }

  private async page(game: string, last?: MatchShown): Promise<MatchShown[] | null> {
    const query = new URLSearchParams({ status: this.status })
    if (game) query.set('game', game)
    if (last) query.set('before', placeOf(last))
    try {
      const page = await get<MatchShown[]>(`/matches?${query}`)
      this.more = page.length >= PAGE
      return page
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return null
    }
  }
}
