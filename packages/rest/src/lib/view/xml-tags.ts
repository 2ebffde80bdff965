import { xmlText } from '../entity/xml-text.js'

/** The text around the content of an element. */
export interface XmlTags {
  readonly start: string
  readonly end: string
  readonly empty: string
  /** Of a property: the tags of each value of a list, which repeats the element. An element of another kind holds items. */
  readonly item: XmlTags | undefined
}

const maxNameLength = 200

/** The tags of a property; a name that XML does not allow becomes `<entry key="...">`. */
export function xmlTags(name: string): XmlTags {
  return isElementName(name)
    ? propertyTags({ start: `<${name}>`, end: `</${name}>`, empty: `<${name}/>`, item: undefined })
    : entryTags(`<entry key="${escapeXml(name)}"`)
}

/** The tags of the root element. */
export function xmlRootTags(name: string): XmlTags {
  const tags = xmlTags(isElementName(name) ? name : 'Object')
  return tags.item ?? tags
}

function propertyTags(item: XmlTags): XmlTags {
  return { ...item, item }
}

/** The tags of the items of a list that is no property. */
export const itemTags: XmlTags = { start: '<item>', end: '</item>', empty: '<item/>', item: undefined }

/** The name of the root element of a value: its class, `List` for arrays. */
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

function entryTags(start: string): XmlTags {
  return propertyTags({ start: `${start}>`, end: '</entry>', empty: `${start}/>`, item: undefined })
}

function isElementName(name: string): boolean {
  return name.length <= maxNameLength && /^[A-Za-z_][\w.-]*$/.test(name)
}

// oxlint-disable-next-line no-control-regex -- control characters are what must not stand in XML
const special = /[&<>"\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/** The text as it stands in an element or an attribute. Characters that XML 1.0 has no way to write become U+FFFD. */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text
  return xmlText(text).replaceAll(/[&<>"\r]/g, (character) => escapes[character] ?? character)
}
