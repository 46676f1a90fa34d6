import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blocks, inlines, plain, type Block } from '../src/lib/markdown'

const words = (block: Block | undefined) => (block && 'inside' in block ? plain(block.inside) : '')

describe('blocks', () => {
  it('reads headings and paragraphs that go over lines', () => {
    const [heading, paragraph, next] = blocks('## Moving\n\nOne line\nand another.\n\nNext.')
    expect(heading).toMatchObject({ kind: 'heading', level: 2 })
    expect(words(paragraph)).toBe('One line and another.')
    expect(words(next)).toBe('Next.')
  })

  it('reads lists in lists, and items that go over lines', () => {
    const [list, after] = blocks(
      '- **B9** A skill\n  for a friend.\n  - Heal\n    more\n  - Cheer\n- **B10** Passive\n\nAfter.',
    )
    if (list?.kind !== 'list') throw new Error('no list')
    expect(list.items.map(([first]) => words(first))).toEqual(['B9 A skill for a friend.', 'B10 Passive'])
    const inner = list.items[0]![1]
    expect(inner?.kind === 'list' && inner.items.map(([first]) => words(first))).toEqual(['Heal more', 'Cheer'])
    expect(words(after)).toBe('After.')
  })

  it('reads numbered lists', () => {
    expect(blocks('1. One\n2. Two')).toMatchObject([{ kind: 'list', ordered: true, items: [{}, {}] }])
  })

  it('leaves code as it is', () => {
    expect(blocks('```toml\nname = "*x*"\n\n[roles.P]\n```\nend')).toMatchObject([
      { kind: 'code', text: 'name = "*x*"\n\n[roles.P]' },
      { kind: 'paragraph' },
    ])
  })

  it('reads tables', () => {
    const [table] = blocks('| a | b |\n|---|:-:|\n| 1 | **2** |\n')
    if (table?.kind !== 'table') throw new Error('no table')
    expect(table.head.map(plain)).toEqual(['a', 'b'])
    expect(table.rows.map((row) => row.map(plain))).toEqual([['1', '2']])
  })

  it('reads every game’s rules without leaving marks in the words', () => {
    const games = new URL('../../src/quincunx/games/', import.meta.url)
    const pages = readdirSync(games, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /rulebook.*\.md$/.test(path),
    )
    const texts = pages.map((path) => readFileSync(new URL(path, games), 'utf8'))
    expect(texts.length).toBeGreaterThan(0)
    const all = (list: Block[]): string =>
      list.map((each) => (each.kind === 'list' ? each.items.map(all).join('\n') : words(each))).join('\n')
    for (const text of texts) expect(all(blocks(text))).not.toMatch(/\*\*|^#|^- /m)
  })
})

describe('inlines', () => {
  it('reads spans, one in another too', () => {
    expect(inlines('a **b *c*** `d*e*`')).toMatchObject([
      { kind: 'text', text: 'a ' },
      { kind: 'strong' },
      { kind: 'text' },
      { kind: 'code', text: 'd*e*' },
    ])
  })

  it('takes a lone star for a star', () => {
    expect(inlines('2 * 3 * 4')).toEqual([{ kind: 'text', text: '2 * 3 * 4' }])
  })

  it('never makes a link to a script', () => {
    expect(inlines('[x](javascript:alert(1))')[0]).toMatchObject({ kind: 'text' })
    expect(inlines('[x](data:text/html,y)')[0]).toMatchObject({ kind: 'text' })
    expect(inlines('[x](https://example.org/)')[0]).toMatchObject({ kind: 'link', to: 'https://example.org/' })
  })
})
