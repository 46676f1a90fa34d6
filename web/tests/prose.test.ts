// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { parts, type Part } from '../src/lib/prose'

const names = (list: Part[]): string[] =>
  list.flatMap((part) => (typeof part === 'string' ? [] : [part.name, ...names(part.inside)]))

describe('parts', () => {
  it('reads elements, their ids and their text', () => {
    expect(
      parts('<h2 id="moving">Moving</h2><ul><li id="H4" class="rule"><p><strong>H4</strong> One.</p></li></ul>'),
    ).toEqual([
      { name: 'h2', attributes: { id: 'moving' }, inside: ['Moving'] },
      {
        name: 'ul',
        attributes: {},
        inside: [
          {
            name: 'li',
            attributes: { id: 'H4', class: 'rule' },
            inside: [
              { name: 'p', attributes: {}, inside: [{ name: 'strong', attributes: {}, inside: ['H4'] }, ' One.'] },
            ],
          },
        ],
      },
    ])
  })

  it('drops all other elements and attributes', () => {
    const html =
      '<p onclick="x()" style="color: red">a<script>x()</script><img src=x onerror="x()"><b>b</b></p><iframe></iframe>'
    expect(parts(html)).toEqual([{ name: 'p', attributes: {}, inside: ['a'] }])
    expect(names(parts('<table><tbody><tr><td>1<style>*</style></td></tr></tbody></table>'))).toEqual([
      'table',
      'tbody',
      'tr',
      'td',
    ])
  })

  it.each(['https://example.org/x', '/rules/chess', '#H4', 'other.md', 'other.md#x'])('keeps a link to %s', (to) => {
    expect(parts(`<a href="${to}">x</a>`)).toEqual([{ name: 'a', attributes: { href: to }, inside: ['x'] }])
  })

  it.each(['java' + 'script:x()', 'JAVASCRIPT' + ':x()', ' data:text/html,x', 'vbscript:x'])(
    'keeps no link to %s',
    (to) => {
      expect(parts(`<a href="${to}">x</a>`)).toEqual([{ name: 'a', attributes: {}, inside: ['x'] }])
    },
  )
})
