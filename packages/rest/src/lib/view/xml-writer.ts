import { xmlText } from '../entity/xml-text.js'
import { writeData } from './data-writer.js'
import type { ViewPlans } from './view-plans.js'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/**
 * Writes well-formed XML 1.0. A list in an object repeats its element. In any other place, a list has `item` elements.
 * A `null` property has no element, so that it differs from `''`. In a list, `null` and `''` are empty elements.
 *
 * @throws CyclicValueException
 */
export function writeXml(rootName: string, value: unknown, plans: ViewPlans): string {
  const root = isElementName(rootName) ? rootName : 'Object'
  return declaration + element(root, writeData(value, plans, toJsonText))
}

/** Returns the name of a root element: the class of the value, or `List` for an array. */
export function xmlRootName(value: unknown): string {
  if (Array.isArray(value)) return 'List'
  if (typeof value !== 'object' || value === null) return scalarNames.get(typeof value) ?? 'Null'
  const constructor: unknown = value.constructor
  return typeof constructor === 'function' && constructor.name !== '' ? constructor.name : 'Object'
}

const scalarNames: ReadonlyMap<string, string> = new Map([
  ['string', 'String'],
  ['number', 'Number'],
  ['bigint', 'Number'],
  ['boolean', 'Boolean'],
])

/** XML has no types. With JSON text, a client can send the same value back. */
function toJsonText(data: unknown): unknown {
  if (data === null || data === undefined) return data
  // `JSON.stringify` has already escaped all other characters that XML cannot write.
  return JSON.stringify(data).replaceAll(/[\uFFFE\uFFFF]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`)
}

const maxNameLength = 200

function isElementName(name: string): boolean {
  return name.length <= maxNameLength && /^[A-Za-z_][\w.-]*$/.test(name)
}

/** A name that XML does not allow becomes `<entry key="...">`. */
function element(name: string, value: unknown): string {
  const isName = isElementName(name)
  const start = isName ? name : `entry key="${escapeXml(name)}"`
  const content = contentOf(value)
  return content === '' ? `<${start}/>` : `<${start}>${content}</${isName ? name : 'entry'}>`
}

function contentOf(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return escapeXml(value)
    case 'object':
      if (value === null) return ''
      return Array.isArray(value) ? elements('item', value) : contentOfObject(value)
    default:
      return String(value)
  }
}

function contentOfObject(value: object): string {
  let text = ''
  for (const [name, one] of Object.entries(value))
    if (one !== null) text += Array.isArray(one) ? elements(name, one) : element(name, one)
  return text
}

function elements(name: string, list: readonly unknown[]): string {
  let text = ''
  for (const value of list) text += element(name, value)
  return text
}

// oxlint-disable-next-line no-control-regex -- XML allows no control characters
const special = /[&<>"\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** Characters that XML 1.0 cannot write become U+FFFD. */
function escapeXml(text: string): string {
  if (!special.test(text)) return text
  return xmlText(text).replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? character)
}
