import { describe, expect, it } from 'vitest'
import { effective, faultsAt, own, withEntry, withRow, type Content } from '../src/account/editor/form'
import { discard, freeName, fromFile, remember, store, stored, unsaved } from '../src/account/editor/storage'
import type { Form, Row } from '../src/protocol/core/content'

const field = (key: string, rest = {}) => ({
  key,
  label: key,
  kind: 'word' as const,
  words: [],
  least: null,
  most: null,
  optional: false,
  unless: null,
  ...rest,
})
const role: Row = { key: 'K', label: 'King', like: null }
const unit: Row = { key: 'Ke', label: 'King e', like: ['roles', 'K'] }
const form: Form = {
  head: [],
  tables: [
    { name: 'roles', label: 'Roles', rows: [role], optional: false },
    { name: 'units', label: 'Units', rows: [unit], optional: true },
  ],
  fields: [
    field('class'),
    field('weapon', { unless: { field: 'class', words: ['beast'] } }),
    field('hp', { kind: 'number' }),
  ],
}
const content: Content = { name: 'Army', roles: { K: { class: 'infantry', weapon: 'sword', hp: 20 } } }

describe('a row', () => {
  it('has its own entries on top of those of its base row', () => {
    const changed = withEntry(form, content, 'units', unit, 'hp', 25)
    expect(own(changed, 'units', 'Ke')).toEqual({ hp: 25 })
    expect(effective(form, changed, 'units', unit)).toEqual({ class: 'infantry', weapon: 'sword', hp: 25 })
    expect(effective(form, changed, 'roles', role).hp).toBe(20)
    expect(content).not.toHaveProperty('units')
  })

  it('is removed with its last entry, and so is its table', () => {
    const changed = withEntry(form, content, 'units', unit, 'hp', 25)
    expect(withEntry(form, changed, 'units', unit, 'hp')).toEqual(content)
    expect(withRow(changed, 'units', 'Ke', {})).toEqual(content)
  })

  it('drops entries that no longer apply, its own and inherited ones', () => {
    const armed = withEntry(form, content, 'units', unit, 'weapon', 'axe')
    const beast = withEntry(form, armed, 'units', unit, 'class', 'beast')
    expect(own(beast, 'units', 'Ke')).toEqual({ class: 'beast' })
    expect(effective(form, beast, 'units', unit)).toEqual({ class: 'beast', hp: 20 })
  })

  it('has its faults', () => {
    const faults = [
      { unit: 'Ke', rule: 'B1', sentence: 'no', table: 'units', row: 'Ke', field: 'hp' },
      { unit: 'army', rule: 'B2', sentence: 'no', table: '', row: '', field: 'name' },
    ]
    expect(faultsAt(faults, 'units', 'Ke').length).toBe(1)
    expect(faultsAt(faults, 'units', 'Ke', 'class')).toEqual([])
    expect(faultsAt(faults, '', '', 'name')[0]?.rule).toBe('B2')
  })
})

describe('the shelf', () => {
  const memory = (text = '') => {
    let kept = text
    return { getItem: () => kept || null, setItem: (_: string, value: string) => void (kept = value) }
  }

  it('stores by game and option, and a new name replaces the old one', () => {
    const kept = memory()
    store('g/white', 'One', content, '', kept)
    store('g/black', 'One', content, '', kept)
    store('g/white', 'Two', content, 'One', kept)
    expect([Object.keys(stored('g/white', kept)), Object.keys(stored('g/black', kept))]).toEqual([['Two'], ['One']])
    discard('g/white', 'Two', kept)
    expect(stored('g/white', kept)).toEqual({})
  })

  it('remembers unsaved content by game and option, until it is cleared', () => {
    const kept = memory()
    remember('g/white', { content, kept: 'One' }, kept)
    remember('g/black', { content: {}, kept: '' }, kept)
    remember('g/black', null, kept)
    expect([unsaved('g/white', kept), unsaved('g/black', kept)]).toEqual([{ content, kept: 'One' }, null])
  })

  it('is empty if the stored data is corrupt', () => {
    expect(stored('g/white', memory('{nonsense'))).toEqual({})
    expect(stored('g/white', memory('null'))).toEqual({})
    expect(stored('g/white', memory('[1]'))).toEqual({})
    expect(stored('g/white', memory('{"g/white": "army"}'))).toEqual({})
    expect(stored('g/white', memory('{"g/white": {"One": 1, "Two": {"name": "Two"}}}'))).toEqual({
      Two: { name: 'Two' },
    })
    for (const left of ['"army"', '{"kept": ""}', '{"content": [], "kept": ""}', '{"content": {}}']) {
      expect(unsaved('g/white', memory(`{"g/white": ${left}}`))).toBeNull()
    }
  })

  it('finds a free name', () => {
    expect(freeName('Standard', ['Standard', 'Standard 2'])).toBe('Standard 3')
    expect(freeName('Standard', [])).toBe('Standard')
  })

  it('reads files', () => {
    expect(fromFile('{"name": "x"}')).toEqual({ name: 'x' })
    expect(['[]', '3', 'null', '{'].map(fromFile)).toEqual([null, null, null, null])
  })
})
