/** A rating as people write it: with a question mark while too few games are behind it. */
export function ratingText(rating: number, provisional: boolean): string {
  return `${Math.round(rating)}${provisional ? '?' : ''}`
}

/** What a match did to a rating: +12, −7, ±0. */
export function changeText(before: number, after: number): string {
  const change = after - before
  if (change === 0) return '±0'
  return change > 0 ? `+${change}` : `−${-change}`
}
