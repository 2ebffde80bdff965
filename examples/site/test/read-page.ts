import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'

/**
 * Returns the content of a page in lines: elements with sorted attributes, and texts. Ignores differences between
 * engines: blanks between elements, and the field `X-HTTP-Method-Override` that some engines add to forms.
 */
export function readPage(html: string): string[] {
  return linesOf(parse(html))
}

function linesOf(node: DefaultTreeAdapterTypes.Node): string[] {
  if (tree.isTextNode(node)) {
    const text = node.value.replaceAll(/\s+/g, ' ').trim()
    return text === '' ? [] : [text]
  }
  if (!('childNodes' in node)) return []
  const lines = node.childNodes.flatMap(linesOf)
  if (!tree.isElementNode(node)) return lines
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]))
  if (attributes.get('name') === 'X-HTTP-Method-Override') return []
  const written = [...attributes].map(
    ([name, value]) => `${name}=${name === 'method' ? value.toLowerCase() : value}`,
  )
  return [[`<${node.tagName}`, ...written.toSorted()].join(' '), ...lines, `</${node.tagName}>`]
}
