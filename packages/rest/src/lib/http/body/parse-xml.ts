import type * as Saxes from 'saxes'
import { dependency } from '@mvc-router/router-core/tools'
import {
  MessageNotReadableException,
  UnsupportedMediaTypeException,
} from '../../exceptions/http-exceptions.js'
import { maxDepth } from '../../entity/read/parse-json.js'

const saxes = dependency<typeof Saxes>('saxes', import.meta.url)

/** The content of an XML element: a text, or child elements by name. A repeated element becomes an array. */
export type XmlValue = string | null | XmlObject | readonly XmlValue[]
/** Child elements by their local names. */
export interface XmlObject {
  [name: string]: XmlValue
}

interface OpenElement {
  readonly name: string
  readonly children: Map<string, XmlValue[]>
  text: string
  isNil: boolean
}

const refusedNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses an XML body. The name of the root is ignored. Attributes are ignored, except `xsi:nil="true"`, which means
 * null. All values are texts.
 *
 * @throws MessageNotReadableException for malformed XML, a DOCTYPE, mixed content, or too many elements or levels
 * @throws UnsupportedMediaTypeException for an encoding other than UTF-8
 */
export function parseXml(text: string, maxElements: number): XmlValue {
  const parser = new (saxes().SaxesParser)({ xmlns: false, position: true })
  const open: OpenElement[] = []
  let root: XmlValue | undefined
  let count = 0

  parser.on('error', () => {
    throw new MessageNotReadableException(
      `The body is not well-formed XML, at line ${parser.line}, column ${parser.column}`,
    )
  })
  parser.on('doctype', () => {
    throw new MessageNotReadableException('The body has a DOCTYPE, which is refused')
  })
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) {
      throw new UnsupportedMediaTypeException('The encoding of XML: expected UTF-8', {
        Accept: 'application/xml; charset=utf-8, text/xml; charset=utf-8',
      })
    }
  })
  parser.on('opentag', ({ name, attributes }) => {
    count += 1
    if (count > maxElements)
      throw new MessageNotReadableException(`The body has more than ${maxElements} elements`)
    if (open.length >= maxDepth)
      throw new MessageNotReadableException(`The body is nested deeper than ${maxDepth} levels`)
    const localName = name.slice(name.indexOf(':') + 1)
    if (refusedNames.has(localName))
      throw new MessageNotReadableException(`The body has an element named "${localName}"`)
    open.push({ name: localName, children: new Map(), text: '', isNil: attributes['xsi:nil'] === 'true' })
  })
  const addText = (more: string): void => {
    const element = open.at(-1)
    if (element !== undefined) element.text += more
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const element = open.pop()
    if (element === undefined) return
    const value = closeElement(element)
    const parent = open.at(-1)
    if (parent === undefined) root = typeof value === 'string' && value.trim() === '' ? {} : value
    else if (parent.children.has(element.name)) parent.children.get(element.name)?.push(value)
    else parent.children.set(element.name, [value])
  })

  parser.write(text).close()
  if (root === undefined) throw new MessageNotReadableException('The body has no element')
  return root
}

function closeElement({ children, text, isNil }: OpenElement): XmlValue {
  if (isNil) return null
  if (children.size === 0) return text
  if (text.trim() !== '') throw new MessageNotReadableException('The body mixes text with elements')
  return Object.fromEntries(
    Array.from(children, ([name, values]) => [name, values.length === 1 ? (values[0] ?? null) : values]),
  )
}
