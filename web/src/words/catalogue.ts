/** The phrases of one language, by code: the counterpart of `quincunx.words.catalogue`, with the same data. */

import type { Entry, Param, Text } from '../protocol/words'

type Params = Record<string, Param>

export class Catalogue {
  private readonly entries: Map<string, Entry>

  /** Codes missing from the entries are looked up in the fallback. */
  constructor(
    entries: Record<string, Entry>,
    private readonly fallback?: Catalogue,
  ) {
    this.entries = new Map(Object.entries(entries))
  }

  /** A phrase in this language; other text unchanged. The items of a list are translated one by one. */
  say(text: Param): string {
    if (Array.isArray(text)) return text.map((item) => this.say(item)).join(', ')
    return typeof text === 'object' ? this.text(text.code, text.params) : String(text)
  }

  /** The text of a code with its placeholders filled in; the code itself if it is unknown. */
  text(code: string, params: Params = {}): string {
    const found = this.entries.get(code)
    if (found === undefined) return this.fallback ? this.fallback.text(code, params) : code
    const template = typeof found === 'string' ? found : choose(found, params)
    return template.replace(/\{(\w+)\}/g, (unknown, name: string) => this.value(name, unknown, params))
  }

  /** The value of a placeholder; `{Side}` is the parameter `side` with a capital letter. */
  private value(name: string, unknown: string, params: Params): string {
    const given = own(params, name)
    if (given !== undefined) return this.say(given)
    const lower = own(params, name.charAt(0).toLowerCase() + name.slice(1))
    return lower === undefined ? unknown : capital(this.say(lower))
  }
}

/** The text with a capital first letter; a single letter is a symbol and is not changed. */
export function capital(text: string): string {
  return text.length === 1 ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

/** The topic of a text, for choosing a drawing: the last part of a phrase's code, in any language. */
export function topic(text: Text): string {
  return typeof text === 'string' ? text : text.code.slice(text.code.lastIndexOf('.') + 1)
}

/** The variant whose condition holds: `count=1`, or `side=some.side.white` with the code of a phrase. */
function choose(entry: Record<string, string>, params: Params): string {
  for (const [condition, template] of Object.entries(entry)) {
    const at = condition.indexOf('=')
    const param = at < 0 ? undefined : own(params, condition.slice(0, at))
    if (param !== undefined && condition.slice(at + 1) === written(param)) return template
  }
  return entry.other ?? ''
}

function written(param: Param): string {
  return typeof param === 'object' && 'code' in param ? param.code : String(param)
}

function own(params: Params, name: string): Param | undefined {
  return Object.hasOwn(params, name) ? params[name] : undefined
}
