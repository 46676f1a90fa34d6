/**
 * Text with headings, lists and tables, which the server sends as HTML. It is parsed into a tree of known elements, and
 * the page is built from that tree: anything else in the HTML is dropped.
 */

export interface Tag {
  name: string
  attributes: Record<string, string>
  inside: Part[]
}

export type Part = string | Tag

const ELEMENTS = new Set(
  'h1 h2 h3 h4 h5 h6 p ul ol li strong em code pre a blockquote br hr div table thead tbody tr th td'.split(' '),
)
const ATTRIBUTES = ['id', 'class', 'tabindex', 'href']
const SAFE = /^(https?:|\/|#|[\w./-]+(#|$))/ // allowed link targets: never a script

export function parts(html: string): Part[] {
  return inside(new DOMParser().parseFromString(html, 'text/html').body) // a document that loads and runs nothing
}

function inside(node: Node): Part[] {
  return [...node.childNodes].flatMap((child): Part[] => {
    if (child.nodeType === child.TEXT_NODE) return [child.textContent ?? '']
    const name = child.nodeName.toLowerCase()
    return ELEMENTS.has(name) ? [tag(child as Element, name)] : []
  })
}

function tag(node: Element, name: string): Tag {
  const pairs = ATTRIBUTES.map((key) => [key, node.getAttribute(key)] as const)
  const kept = pairs.filter(([key, value]) => value !== null && (key !== 'href' || SAFE.test(value)))
  return { name, attributes: Object.fromEntries(kept) as Record<string, string>, inside: inside(node) }
}
