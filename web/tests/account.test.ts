import { describe, expect, it } from 'vitest'
import { deviceOf } from '../src/account/devices'
import { nameFits, passwordFits } from '../src/account/names'
import { localPath, withNext } from '../src/account/redirect'

describe('where to go after logging in', () => {
  it('is a path on this site', () => {
    expect(localPath('/match/abc?x=1#y')).toBe('/match/abc?x=1#y')
  })

  it.each([
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
  ])('is the start for %j', (next) => expect(localPath(next)).toBe('/'))

  it('is passed on from page to page', () => {
    expect(withNext('/register', '/join/1?a=b')).toBe('/register?next=%2Fjoin%2F1%3Fa%3Db')
    expect(withNext('/register', null)).toBe('/register')
  })
})

describe('names and passwords', () => {
  it.each(['Ann', 'a-b_9', 'x'.repeat(20)])('%s fits', (name) => expect(nameFits(name)).toBe(true))
  it.each(['', 'An', '1ann', 'x'.repeat(21), 'a b c', 'Ünal', 'Ann\n'])('%j does not', (name) =>
    expect(nameFits(name)).toBe(false),
  )
  it('a password has 8 to 256 characters', () => {
    expect(['1234567', '12345678', 'x'.repeat(256), 'x'.repeat(257)].map(passwordFits)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('a device', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36',
      'Chrome',
      'Linux',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1 Version/17.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Windows'],
    ['python-httpx/0.27', 'python-httpx', ''],
    ['', '', ''],
  ])('%s', (agent, browser, system) => expect(deviceOf(agent)).toEqual({ browser, system }))
})
