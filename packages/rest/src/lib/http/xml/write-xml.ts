const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/**
 * Writes plain data (objects, arrays, scalars) as XML 1.0 under a root of this name. An array inside of an object
 * repeats its element, an array elsewhere has `item` elements. `null` has no element, so that it differs from `''`.
 * A name that XML does not allow becomes `<entry key="...">`. The result is always well-formed.
 */
export function writeXml(rootName: string, value: unknown): string {
  return declaration + element(tagsOf(isElementName(rootName) ? rootName : 'Object'), value)
}

/** The name of the root element: the class of the value, `List` for arrays. */
export function rootNameOf(value: unknown): string {
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

/** The text around the content of an element. */
interface Tags {
  readonly start: string
  readonly end: string
  readonly empty: string
}

/** Names repeat with every element; the bound is for data whose names do not. */
const knownTags = new Map<string, Tags>()
const maxKnownTags = 1000

function tagsOf(name: string): Tags {
  const known = knownTags.get(name)
  if (known !== undefined) return known
  const tags = isElementName(name)
    ? { start: `<${name}>`, end: `</${name}>`, empty: `<${name}/>` }
    : entryTags(`<entry key="${escapeText(name)}"`)
  if (knownTags.size < maxKnownTags && name.length <= maxNameLength) knownTags.set(name, tags)
  return tags
}

function entryTags(start: string): Tags {
  return { start: `${start}>`, end: '</entry>', empty: `${start}/>` }
}

const maxNameLength = 200

function isElementName(name: string): boolean {
  return name.length <= maxNameLength && /^[A-Za-z_][\w.-]*$/.test(name)
}

function element(tags: Tags, value: unknown): string {
  const inner = content(value)
  return inner === '' ? tags.empty : tags.start + inner + tags.end
}

function content(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return escapeText(value)
    case 'number':
      return Number.isFinite(value) ? String(value) : ''
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'object':
      if (value === null) return ''
      if (Array.isArray(value)) return items(value)
      return value instanceof Date ? value.toISOString() : properties(value)
    default:
      return ''
  }
}

const itemTags: Tags = { start: '<item>', end: '</item>', empty: '<item/>' }

function items(values: readonly unknown[]): string {
  let text = ''
  for (const value of values) text += element(itemTags, value)
  return text
}

function properties(object: object): string {
  let text = ''
  for (const name of Object.keys(object)) {
    const value: unknown = Reflect.get(object, name)
    if (value === null || value === undefined) continue
    const tags = tagsOf(name)
    if (Array.isArray(value)) for (const item of value) text += element(tags, item)
    else text += element(tags, value)
  }
  return text
}

// oxlint-disable-next-line no-control-regex -- control characters are what must not stand in XML
const special = /[&<>"\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/
const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\r', '&#13;'],
])

/** Characters that XML 1.0 has no way to write become U+FFFD. */
function escapeText(text: string): string {
  if (!special.test(text)) return text
  return text.replaceAll(
    // oxlint-disable-next-line no-control-regex -- the same set, by code point: a pair of surrogates is one character
    /[&<>"\r\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\uD800-\uDFFF]/gu,
    (character) => escapes.get(character) ?? '\uFFFD',
  )
}
