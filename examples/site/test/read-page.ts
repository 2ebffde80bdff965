import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterTypes } from 'parse5'

/**
 * Returns the content of a page in lines: elements with their attributes in order, and texts. Engines may differ in
 * blanks between elements, and in the override field that tags for forms add beside the URL.
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
