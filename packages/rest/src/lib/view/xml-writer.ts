import { recordOf } from '../entity/record-of.js'
import { replacementOf, type ViewPlans } from './view-plans.js'
import { escapeXml, xmlRootTags, xmlTags, type XmlTags } from './xml-tags.js'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>'

/**
 * What `writeJson` would write, as XML 1.0 under a root of this name. A list inside of an object repeats its element,
 * a list elsewhere has `item` elements. `null` has no element, so that it differs from `''`. The result is always
 * well-formed.
 * @throws CyclicValueException
 */
export function writeXml(rootName: string, value: unknown, plans: ViewPlans): string {
  return declaration + writeItem(xmlRootTags(rootName), value, plans, plans.isOpen, 0)
}

/** One element, whatever the value is. */
function writeItem(tags: XmlTags, value: unknown, plans: ViewPlans, isOpen: boolean, depth: number): string {
  return write(tags, value, writeItems, plans, isOpen, depth) || tags.empty
}

/** The elements of a property: none, one, or one for each value of a list. */
function writeProperty(
  tags: XmlTags,
  value: unknown,
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
): string {
  return write(tags, value, repeatElement, plans, isOpen, depth)
}

type WriteList = (
  tags: XmlTags,
  list: readonly unknown[],
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
) => string

const itemTags = xmlTags('item')

function writeItems(
  tags: XmlTags,
  list: readonly unknown[],
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
): string {
  return wrap(tags, repeatElement(itemTags, list, plans, isOpen, depth))
}

function repeatElement(
  tags: XmlTags,
  list: readonly unknown[],
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
): string {
  plans.checkDepth(list, depth)
  let text = ''
  for (const item of list) text += writeItem(tags, item, plans, isOpen, depth + 1)
  return text
}

/** `isOpen` says that plain objects are written whole; no text is for `null` and values without a JSON form. */
function write(
  tags: XmlTags,
  value: unknown,
  writeList: WriteList,
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
): string {
  switch (typeof value) {
    case 'string':
      return wrap(tags, escapeXml(value))
    case 'number':
      return Number.isFinite(value) ? tags.start + String(value) + tags.end : ''
    case 'boolean':
    case 'bigint':
      return tags.start + String(value) + tags.end
    case 'object':
      if (value === null) return ''
      return Array.isArray(value)
        ? writeList(tags, value, plans, isOpen, depth)
        : writeObject(tags, value, writeList, plans, isOpen, depth)
    default:
      return ''
  }
}

function writeObject(
  tags: XmlTags,
  value: object,
  writeList: WriteList,
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
): string {
  const plan = plans.of(value, depth)
  if (plan.type === 'module')
    return write(tags, plan.serialize(value), writeList, plans, isOpen || plan.isWhole, depth + 1)
  const record = recordOf(value)
  let text = ''
  if (plan.type === 'declared') {
    const { properties } = plan
    for (let index = 0; index < properties.length; index++) {
      const property = properties[index]
      if (property === undefined) break
      const { name, tags: propertyTags, isData } = property
      text += writeProperty(propertyTags, record[name], plans, plans.isOpen || isData, depth + 1)
    }
    if (plan.isOpen) text += writeRest(record, plan.known, plans, isOpen, depth)
  } else {
    const replacement = replacementOf(value, isOpen)
    if (replacement !== undefined) return write(tags, replacement.value, writeList, plans, isOpen, depth + 1)
    if (isOpen) text = writeRest(record, NONE, plans, isOpen, depth)
  }
  return wrap(tags, text)
}

const NONE: ReadonlySet<string> = new Set()

/** The properties that nobody declared. */
function writeRest(
  record: Readonly<Record<string, unknown>>,
  known: ReadonlySet<string>,
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
): string {
  let text = ''
  for (const name of Object.keys(record))
    if (!known.has(name)) text += writeProperty(xmlTags(name), record[name], plans, isOpen, depth + 1)
  return text
}

function wrap(tags: XmlTags, content: string): string {
  return content === '' ? tags.empty : tags.start + content + tags.end
}
