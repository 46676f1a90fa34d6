/** The geometry of a rating chart: matches evenly spaced from left to right, grid lines at round ratings. */

import type { Point } from '../../protocol/ratings'

export interface Frame {
  width: number
  height: number
  left: number
  right: number
  top: number
  bottom: number
}

export interface Scale {
  x(index: number): number
  y(rating: number): number
  ticks: number[]
  nearest(x: number): number
}

const STEPS = [10, 25, 50, 100, 250, 500, 1000]

/** A handful of round numbers from below the minimum to above the maximum. */
export function ticks(least: number, most: number, wanted = 5): number[] {
  const step = STEPS.find((each) => (most - least) / each <= wanted) ?? 2000
  const first = Math.floor(least / step) * step
  const count = Math.max(1, Math.ceil((most - first) / step))
  return Array.from({ length: count + 1 }, (_, index) => first + index * step)
}

export function scale(points: Point[], frame: Frame): Scale {
  const lows = points.map(({ rating }) => rating.rating - 2 * rating.deviation)
  const highs = points.map(({ rating }) => rating.rating + 2 * rating.deviation)
  const lines = ticks(Math.min(...lows), Math.max(...highs))
  const [least, most] = [lines[0] ?? 0, lines.at(-1) ?? 1]
  const width = frame.width - frame.left - frame.right
  const height = frame.height - frame.top - frame.bottom
  const last = points.length - 1
  return {
    x: (index) => frame.left + (last > 0 ? (index / last) * width : width / 2),
    y: (rating) => frame.top + ((most - rating) / (most - least)) * height,
    ticks: lines,
    nearest: (x) => (last > 0 && width > 0 ? Math.round(Math.min(1, Math.max(0, (x - frame.left) / width)) * last) : 0),
  }
}

export function line(points: Point[], at: Scale): string {
  return points.map(({ rating }, index) => `${index ? 'L' : 'M'}${place(at, index, rating.rating)}`).join('')
}

/** The band that almost certainly contains the rating: two deviations either way. */
export function band(points: Point[], at: Scale): string {
  const edge = (side: number) =>
    points.map(({ rating }, index) => place(at, index, rating.rating + side * 2 * rating.deviation))
  const [above, below] = [edge(1), edge(-1).reverse()]
  return above.length ? `M${[...above, ...below].join('L')}Z` : ''
}

function place(at: Scale, index: number, rating: number): string {
  return `${at.x(index).toFixed(1)} ${at.y(rating).toFixed(1)}`
}
