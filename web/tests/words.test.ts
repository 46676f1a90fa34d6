import { describe, expect, it } from 'vitest'
import { de } from '../src/words/de'
import { en } from '../src/words/en'
import { account } from '../src/words/en/account'
import { balance } from '../src/words/en/balance'
import { common } from '../src/words/en/common'
import { learn } from '../src/words/en/learn'
import { match } from '../src/words/en/match'
import { start } from '../src/words/en/start'
import { study } from '../src/words/en/study'

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe('our own words', () => {
  it('have each key in one part only', () => {
    const keys = [account, balance, common, learn, match, start, study].flatMap((part) => Object.keys(part))
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
  })

  it('have the same placeholders in every language', () => {
    for (const [key, text] of Object.entries(en)) {
      expect([key, placeholders(de[key as keyof typeof de])]).toEqual([key, placeholders(text)])
    }
  })
})
