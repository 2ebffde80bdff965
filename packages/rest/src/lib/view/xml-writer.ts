import { recordOf } from '../entity/record-of.js'
import { writeData } from './data-writer.js'
import type { ViewPlans } from './view-plans.js'
import { escapeXml, itemTags, xmlRootTags, xmlTags, type XmlTags } from './xml-tags.js'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/**
 * What `writeJson` would write, as XML 1.0 under a root of this name. A list inside of an object repeats its element,
 * a list elsewhere has `item` elements. `null` has no element, so that it differs from `''`. The result is always
 * well-formed.
 *
 * @throws CyclicValueException
 */
export function writeXml(rootName: string, value: unknown, plans: ViewPlans): string {
  const tags = xmlRootTags(rootName)
  return declaration + (write(tags, writeData(value, plans, toJsonText)) || tags.empty)
}

/** Elements have no types, so data of any shape is JSON in its element, and means the same when it comes back. */
function toJsonText(data: unknown): unknown {
  if (data === null || data === undefined) return data
  // What else XML cannot write is an escape already.
  return JSON.stringify(data).replaceAll(/[\uFFFE\uFFFF]/g, (one) => `\\u${one.charCodeAt(0).toString(16)}`)
}

/** The element of a scalar or an object, none for `null`, and those of a list. */
function write(tags: XmlTags, value: unknown): string {
  switch (typeof value) {
    case 'string':
      return wrap(tags, escapeXml(value))
    case 'object':
      if (value === null) return ''
      return Array.isArray(value) ? writeList(tags, value) : writeObject(tags, value)
    default:
      return tags.start + String(value) + tags.end
  }
}

function writeList(tags: XmlTags, list: readonly unknown[]): string {
  const { item = itemTags } = tags
  let text = ''
  for (const value of list) text += write(item, value) || item.empty
  return item === itemTags ? wrap(tags, text) : text
}

function writeObject(tags: XmlTags, value: object): string {
  const record = recordOf(value)
  let text = ''
  for (const name in record) text += write(xmlTags(name), record[name])
  return wrap(tags, text)
}

function wrap(tags: XmlTags, content: string): string {
  return content === '' ? tags.empty : tags.start + content + tags.end
}
