import { settings } from '../lib/settings.svelte'
import { day } from './words.svelte'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long ago something was; after a day, the date. */
export function ago(time: number, now: number): string {
  const passed = Math.max(0, now - time)
  if (passed >= 24 * HOUR) return day(time)
  const format = new Intl.RelativeTimeFormat(settings.language, { numeric: 'auto' })
  return passed < HOUR
    ? format.format(-Math.floor(passed / MINUTE), 'minute')
    : format.format(-Math.floor(passed / HOUR), 'hour')
}
