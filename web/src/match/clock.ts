/** Remaining times and how clocks show them. */

import type { Side } from '../protocol/core/sides'
import type { Times } from '../protocol/play/clocks'

/** The time a side has left at a server time, in milliseconds; null without a clock. */
export function remaining(times: Times, side: Side, now: number): number | null {
  if (!times.left) return null
  const spent = times.running === side ? Math.max(0, now - times.since) : 0
  return Math.max(0, times.left[side] - spent)
}

/** A time as text: 3:07, 0:09.4 below ten seconds, 1:02:00, 2 d 4 h. */
export function clockFace(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`
  if (milliseconds < 10_000) return `0:0${seconds}.${Math.floor((milliseconds % 1000) / 100)}`
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(seconds % 60).padStart(2, '0')}`
  return hours ? `${hours}:${tail}` : tail
}
