/** Hints: the best action, on request. The server records hints and gives none in matches between people. */

import { arrowsFor, type Arrow } from '../board/arrows'
import { live, Refusal } from '../lib/live.svelte'
import type { MatchState } from '../lib/match.svelte'
import { say, sayAction, t } from '../words/words.svelte'
import type { Scene } from '../protocol/play/scene'

export class Hint {
  private given = $state.raw<{ scene: Scene; action: string; notation: string } | null>(null)
  asking = $state(false)

  constructor(private readonly match: MatchState) {}

  /** Whether a hint is allowed here. */
  get allowed(): boolean {
    const { created } = this.match
    return created !== null && !created.rated && ['bot', 'hot_seat'].includes(created.kind)
  }

  /** The best action, until the position changes. */
  private get action(): string {
    return this.given && this.given.scene === this.match.scene ? this.given.action : ''
  }

  get arrows(): Arrow[] {
    return this.action ? arrowsFor(this.given!.scene, this.action) : []
  }

  get words(): string {
    if (this.action === 'end' || this.action === 'pass') return t(`hint_${this.action}`)
    return this.action && t('hint_is', { action: sayAction(this.given!.notation || this.action) })
  }

  /** Request a hint; returns the reason if there is none. */
  async ask(): Promise<string> {
    const { scene } = this.match
    if (!scene || this.asking) return ''
    this.asking = true
    try {
      const told = await live.hint(this.match.match, scene.position)
      this.given = { scene, action: told.action ?? '', notation: told.notation ?? '' }
      return ''
    } catch (error) {
      return error instanceof Refusal && error.code !== 'stale' ? say(error.said) : ''
    } finally {
      this.asking = false
    }
  }
}
