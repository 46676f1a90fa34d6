/** How a match ended, in words. */

import { catalog } from '../lib/catalog.svelte'
import type { MatchState } from '../lib/match.svelte'
import type { Scene, Side } from '../lib/scene'
import { say, t } from '../words/words.svelte'
import { seatName } from './names'

const OF_THE_MATCH = ['left', 'agreed', 'time', 'abandoned'] as const

export function endingTitle(match: MatchState, sides: Side[]): string {
  if (match.aborted) return t('was_aborted')
  const winner = match.result?.winner ?? null
  if (winner === null) return t('drawn')
  if (sides.length === 1) return sides[0] === winner ? t('you_won') : t('you_lost')
  return t('someone_won', { name: nameOf(match, winner) })
}

/** The game's own sentence where the rules ended it; ours where a player or the clock did. */
export function endingWords(match: MatchState, scene: Scene): string {
  if (match.aborted) return t('aborted_words')
  const result = match.result
  const reason = OF_THE_MATCH.find((each) => each === result?.reason)
  if (!result || scene.outcome || !reason) return say(scene.status)
  if (result.winner === null) return t(reason === 'agreed' ? 'ended_agreed' : 'ended_drawn')
  const [winner, loser] = [nameOf(match, result.winner), nameOf(match, result.winner === 0 ? 1 : 0)]
  return t(`ended_${reason}`, { winner, loser })
}

function nameOf(match: MatchState, side: Side): string {
  return seatName(match.seats[side], catalog.bots)
}
