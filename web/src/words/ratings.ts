/** A rating as text, with a question mark while it is provisional. */
export function ratingText(rating: number, provisional: boolean): string {
  return `${Math.round(rating)}${provisional ? '?' : ''}`
}

/** A rating change as text: +12, −7, ±0. */
export function changeText(before: number, after: number): string {
  const change = after - before
  if (change === 0) return '±0'
  return change > 0 ? `+${change}` : `−${-change}`
}
