/** Who plays, in words. */

import type { BotShown } from '../lib/api'
import type { Seat } from '../lib/live.svelte'
import { say, t } from '../words/words.svelte'

export function seatName(seat: Seat | null, bots: BotShown[]): string {
  if (!seat) return t('open_seat')
  if (seat.kind === 'person') return seat.name ?? ''
  const level = bots.find((bot) => bot.level === seat.level)
  return level ? t('bot_level', { name: say(level.name), level: level.level }) : t('bot_number', { level: seat.level ?? 0 })
}
