import { defaultTreeAdapter, parseFragment } from 'parse5'
import type { LinkPlace } from './link-engine.js'

/** @throws Error if the page has more than the template's element, because a value has injected HTML */
export function readLink(html: string, place: LinkPlace): string {
  const page = parseFragment(html)
  const [element, ...others] = page.childNodes
  if (element === undefined || !defaultTreeAdapter.isElementNode(element) || others.length > 0) {
    throw new Error(`Expected one element: ${html}`)
  }
  const [text] = element.childNodes
  if (element.childNodes.length !== 1 || text === undefined || !defaultTreeAdapter.isTextNode(text)) {
    throw new Error(`Expected one text in the element: ${html}`)
  }
  if (place === 'text') {
    if (element.tagName !== 'p' || element.attrs.length > 0) throw new Error(`Expected <p>: ${html}`)
    return text.value
  }
  const [href] = element.attrs
  if (
    element.tagName !== 'a' ||
    element.attrs.length !== 1 ||
    href?.name !== 'href' ||
    text.value !== 'link'
  ) {
    throw new Error(`Expected <a href>link</a>: ${html}`)
  }
  return href.value
}

/** The attribute `href` of the first element of the page. */
export function readHref(html: string): string | undefined {
  const [element] = parseFragment(html).childNodes
  if (element === undefined || !defaultTreeAdapter.isElementNode(element)) return undefined
  return element.attrs.find(({ name }) => name === 'href')?.value
}
