import { expect, test } from 'vitest'
import { clockFace, remaining } from '../src/match/clock'

test('the time left is reduced by the time passed', () => {
  const times = { left: [60_000, 30_000] as [number, number], running: 0 as const, since: 1_000 }
  expect(remaining(times, 0, 11_000)).toBe(50_000)
  expect(remaining(times, 1, 11_000)).toBe(30_000)
  expect(remaining(times, 0, 100_000)).toBe(0)
  expect(remaining({ left: null, running: null, since: 0 }, 0, 5)).toBeNull()
})

test('a clock face', () => {
  expect(clockFace(187_000)).toBe('3:07')
  expect(clockFace(9_450)).toBe('0:09.4')
  expect(clockFace(3_720_000)).toBe('1:02:00')
  expect(clockFace(187_200_000)).toBe('2 d 4 h')
})
