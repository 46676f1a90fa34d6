/** What the server's sentences are in another language: exact ones first, then templates with `{placeholders}`. */

interface Template {
  form: RegExp
  names: string[]
  translated: string
  literal: number
}

export class Catalogue {
  private readonly exact = new Map<string, string>()
  private readonly templates: Template[] = []

  constructor(sentences: [string, string][]) {
    for (const [english, translated] of sentences) {
      if (english.includes('{')) this.templates.push(template(english, translated))
      else if (!this.exact.has(english)) this.exact.set(english, translated) // of two the first counts
    }
    this.templates.sort((one, other) => other.literal - one.literal) // the most literal text first
  }

  /** The sentence in the language; as it is where there is none. What fills a placeholder is translated too. */
  say(english: string): string {
    const exact = this.exact.get(english)
    if (exact !== undefined) return exact
    for (const { form, names, translated } of this.templates) {
      const found = form.exec(english)
      if (!found) continue
      const values = Object.fromEntries(names.map((name, index) => [name, this.say(found[index + 1] ?? '')]))
      return translated.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
    }
    return english
  }
}

function template(english: string, translated: string): Template {
  const names: string[] = []
  const parts = english.split(/\{(\w+)\}/)
  const source = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(part)
    return '(.+?)'
  })
  const literal = parts.filter((_, index) => index % 2 === 0).join('').length
  return { form: new RegExp(`^${source.join('')}$`, 's'), names, translated, literal }
}
