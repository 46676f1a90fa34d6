/** What is best, on demand: the server counts it, and has none in matches between people. */

import { arrowsFor, type Arrow } from '../board/arrows'
import { live, Refusal } from '../lib/live.svelte'
import type { MatchState } from '../lib/match.svelte'
import type { Scene } from '../lib/scene'
import { say, sayAction, t } from '../words/words.svelte'

export class Hint {
  private given = $state.raw<{ scene: Scene; action: string } | null>(null)
  asking = $state(false)

  constructor(private readonly match: MatchState) {}

  /** Whether nobody is wronged by one. */
  get allowed(): boolean {
    const { founding } = this.match
    return founding !== null && !founding.rated && ['bot', 'hot_seat'].includes(founding.kind)
  }

  /** The best action as an arrow, while its position is there. */
  get arrows(): Arrow[] {
    const { given } = this
    return given && given.scene === this.match.scene ? arrowsFor(given.scene, given.action) : []
  }

  /** Ask; what is to be said about it: the action, or why there is none. */
  async ask(): Promise<string> {
    const { scene } = this.match
    if (!scene || this.asking) return ''
    this.asking = true
    try {
      const told = await live.hint(this.match.match, scene.position)
      if (this.match.scene !== scene || !told.action) return ''
      this.given = { scene, action: told.action }
      return t('hint_is', { action: sayAction(told.action) })
    } catch (error) {
      return error instanceof Refusal && error.code !== 'stale' ? say(error.message) : ''
    } finally {
      this.asking = false
    }
  }
}
