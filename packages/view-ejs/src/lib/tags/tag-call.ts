import type { Tag, TagAttribute, ValuePiece } from './parse-tag.js'
import type { TemplateText } from '../template-text.js'
import type { TagDelimiters } from './tag-delimiters.js'

/** A checked tag. Its attributes have roles, and are in the order of the template. */
export interface TagCall {
  readonly tag: Tag
  readonly attributes: readonly CallAttribute[]
}

/** An attribute of a tag, with its role. */
export type CallAttribute =
  /** `action`, `html:method` of a form, or a route parameter. */
  | {
      readonly role: 'action' | 'method' | 'parameter'
      readonly name: string
      readonly start: number
      readonly valueStart: number
      readonly value: TagValue
    }
  /** `html:class="…"`, whose `class="…"` is between `start` and `end`. */
  | { readonly role: 'html'; readonly start: number; readonly end: number }

/** Decoded text, and code that prints a value. A single piece of code keeps the type of its value. */
export type TagValue = readonly ValuePiece[]

const htmlPrefix = 'html:'

/** The tags of the library with the HTML attributes that they write. `reverse` and `with` have no element. */
export const namesOfTags: ReadonlyMap<string, readonly string[] | undefined> = new Map([
  ['reverse', undefined],
  ['link', ['href']],
  ['form', ['action']],
  ['with', undefined],
])

/** @throws TagSyntaxException for a missing action, and for repeated or invalid attributes */
export function tagCall(source: TemplateText, syntax: TagDelimiters, tag: Tag): TagCall {
  const described = `<${tag.prefix}:${tag.name}>`
  const problem = source.problem.bind(source)
  const ownHtmlAttributes = namesOfTags.get(tag.name)
  const seen = new Set<string>()
  const attributes = tag.attributes.map(callAttribute)
  const action = attributes.find(({ role }) => role === 'action')
  if (tag.name !== 'with' && (action?.role !== 'action' || action.value.length === 0)) {
    const hint = 'action="controller.method" names the action to link to'
    throw problem('E_TAG_ACTION', tag, `${described} has no action`, hint)
  }
  return { tag, attributes }

  function callAttribute(attribute: TagAttribute): CallAttribute {
    const isHtml = attribute.name.startsWith(htmlPrefix)
    // The case of letters counts in path variables, but not in HTML.
    const name = isHtml ? attribute.name.toLowerCase() : attribute.name
    if (seen.has(name)) throw problem('E_TAG_DUPLICATE', attribute, `The attribute "${name}" is given twice`)
    seen.add(name)
    const { start, valueStart } = attribute
    if (name === 'action' && tag.name !== 'with')
      return { role: 'action', name, start, valueStart, value: valueOf(attribute) }
    if (name === 'html:method' && tag.name === 'form')
      return { role: 'method', name, start, valueStart, value: valueOf(attribute) }
    return isHtml ? htmlAttribute(attribute, name.slice(htmlPrefix.length)) : parameter(attribute)
  }

  function parameter(attribute: TagAttribute): CallAttribute {
    const { name, start, valueStart } = attribute
    if (!/^[A-Za-z_][\w.\-[\]]*$/.test(name)) {
      const hint = ownHtmlAttributes && `an attribute of the HTML element is written html:${name}="…"`
      throw problem('E_TAG_ATTRIBUTE', attribute, `"${name}" cannot be the name of a route parameter`, hint)
    }
    return { role: 'parameter', name, start, valueStart, value: valueOf(attribute) }
  }

  function valueOf({ name, start, value }: TagAttribute): TagValue {
    if (value === undefined) throw problem('E_TAG_ATTRIBUTE', { start }, `"${name}" has no value`)
    return value.map((piece) => {
      if (piece.type === 'text') return { ...piece, text: decodeEntities(withoutTags(piece.text, start)) }
      if ((piece.mark === '=' || piece.mark === '-') && piece.code.trim() !== '') return piece
      const message = `The value of "${name}" may hold text and ${syntax.open}= value ${syntax.close} only`
      throw problem('E_TAG_ATTRIBUTE', piece, message)
    })
  }

  function htmlAttribute(attribute: TagAttribute, name: string): CallAttribute {
    if (ownHtmlAttributes === undefined) {
      throw problem(
        'E_TAG_ATTRIBUTE',
        attribute,
        `${described} prints a URL, so html: attributes have no place in it`,
      )
    }
    if (name === '')
      throw problem('E_TAG_ATTRIBUTE', attribute, 'Expected the name of an HTML attribute after "html:"')
    if (ownHtmlAttributes.includes(name)) {
      throw problem('E_TAG_ATTRIBUTE', attribute, `${described} writes the attribute "${name}" itself`)
    }
    for (const piece of attribute.value ?? [])
      if (piece.type === 'text') withoutTags(piece.text, attribute.start)
    return { role: 'html', start: attribute.start + htmlPrefix.length, end: attribute.end }
  }

  function withoutTags(text: string, start: number): string {
    if (!text.includes(`<${tag.prefix}:`)) return text
    const hint = `use ${syntax.open}= route('controller.method') ${syntax.close}, or is a quote missing?`
    throw problem('E_TAG_SYNTAX', { start }, `A tag cannot be in an attribute of ${described}`, hint)
  }
}

const namedEntities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes the entities that a value in quotes may need. Other entities stay text. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|amp|lt|gt|quot|apos);/g, (entity) => {
    const name = entity.slice(1, -1)
    if (!name.startsWith('#')) return namedEntities[name] ?? entity
    const codePoint = /^#x/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : Number.parseInt(name.slice(1), 10)
    const isCharacter =
      codePoint > 0 && codePoint <= 0x10_ff_ff && (codePoint < 0xd8_00 || codePoint > 0xdf_ff)
    return isCharacter ? String.fromCodePoint(codePoint) : entity
  })
}
