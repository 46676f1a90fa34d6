/** How a match ended, in words. */

import { games } from '../lib/games.svelte'
import type { MatchState } from '../lib/match.svelte'
import type { Scene, Side } from '../lib/scene'
import { say, t } from '../words/words.svelte'

export function endingTitle(match: MatchState, sides: Side[]): string {
  if (match.aborted) return t('was_aborted')
  const winner = match.result?.winner ?? null
  if (winner === null) return t('drawn')
  if (sides.length === 1) return sides[0] === winner ? t('you_won') : t('you_lost')
  return t('someone_won', { name: nameOf(match, winner) })
}

/** Why it ended, as the server says it. */
export function endingWords(match: MatchState, scene: Scene): string {
  return match.aborted ? t('aborted_words') : say(scene.status)
}

function nameOf(match: MatchState, side: Side): string {
  return games.seated(match.seats[side])
}
