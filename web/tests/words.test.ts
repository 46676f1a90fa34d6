import { expect, it } from 'vitest'
import { de } from '../src/words/de'
import { en } from '../src/words/en'

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

it('the page’s texts have the same placeholders in every language', () => {
  for (const [key, text] of Object.entries(en)) {
    expect([key, placeholders(de[key as keyof typeof de])]).toEqual([key, placeholders(text)])
  }
})
