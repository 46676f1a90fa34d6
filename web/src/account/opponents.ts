import { games } from '../words/games.svelte'
import { t } from '../words/words.svelte'

/** The display name of a kind of opponent in the stats: a bot by its level, a friend, or a player from the pool. */
export function opponentName(opponent: string): string {
  const level = /^level (\d+)$/.exec(opponent)?.[1]
  if (level) return games.bot(Number(level))
  if (opponent === 'friend') return t('opponent_friend')
  return opponent === 'pool' ? t('opponent_pool') : opponent
}
