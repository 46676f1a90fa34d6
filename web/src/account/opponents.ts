import { games } from '../words/games.svelte'
import { t } from '../words/words.svelte'

/** What the stats call a kind of opponent, for people: a bot by its level, a friend, or whoever the pool brought. */
export function opponentName(opponent: string): string {
  const level = /^level (\d+)$/.exec(opponent)?.[1]
  if (level) return games.bot(Number(level))
  if (opponent === 'friend') return t('opponent_friend')
  return opponent === 'pool' ? t('opponent_pool') : opponent
}
