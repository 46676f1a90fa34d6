import { counted, t } from './words.svelte'
import type { Clock } from '../protocol/play/clocks'

/** A clock as a short text. */
export function clockText(clock: Clock): string {
  switch (clock.kind) {
    case 'none':
      return t('clock_none')
    case 'turn':
      return clock.seconds % 60 ? counted('seconds', clock.seconds) : counted('minutes', clock.seconds / 60)
    case 'fischer':
      return t('fischer_short', { minutes: minutes(clock.seconds), increment: clock.increment })
    case 'days':
      return counted('days', clock.days)
  }
}

function minutes(seconds: number): string {
  return String(Math.round((seconds / 60) * 10) / 10)
}
