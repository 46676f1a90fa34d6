/** The result of a match as text. */

import { games } from '../words/games.svelte'
import type { MatchState } from '../lib/match.svelte'
import { say, t } from '../words/words.svelte'
import type { Side } from '../protocol/core/sides'
import type { Scene } from '../protocol/play/scene'

export function endingTitle(match: MatchState, sides: Side[]): string {
  if (match.aborted) return t('was_aborted')
  if (match.total) return totalTitle(match, match.total.winner, sides)
  const winner = match.result?.winner ?? null
  if (winner === null) return t('drawn')
  if (sides.length === 1) return sides[0] === winner ? t('you_won') : t('you_lost')
  return t('someone_won', { name: nameOf(match, winner) })
}

/** The title for the result of two games. */
function totalTitle(match: MatchState, winner: Side | null, sides: Side[]): string {
  if (winner === null) return t('match_drawn')
  if (sides.length === 1) return sides[0] === winner ? t('you_won_match') : t('you_lost_match')
  return t('someone_won_match', { name: nameOf(match, winner) })
}

/** Why the match ended, in the server's words. */
export function endingWords(match: MatchState, scene: Scene): string {
  return match.aborted ? t('aborted_words') : say(scene.status)
}

function nameOf(match: MatchState, side: Side): string {
  return games.seated(match.seats[side])
}
