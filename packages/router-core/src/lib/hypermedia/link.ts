import { checkOptions, type OptionNames, type OptionRule } from '../check-options.js'
import { wrongOption } from '../exceptions.js'
import { escapeByte } from '../syntax/percent-encoding.js'

/** Attributes of a link in HAL and RFC 8288, besides its target and its relation. */
export interface LinkAttributes {
  readonly title?: string | undefined
  /** Distinguishes links of the same relation. */
  readonly name?: string | undefined
  /** A media type. */
  readonly type?: string | undefined
  /** A language tag. */
  readonly hreflang?: string | undefined
  readonly profile?: string | undefined
  /** The URL of a page about the deprecation of the link. */
  readonly deprecation?: string | undefined
}

/** A relation and a URL. Its fields are own properties, so the package `hal` accepts it: `resource.link(link)`. */
export class Link {
  readonly rel: string
  readonly href: string
  /** Present and true when `href` is a URI template (RFC 6570). */
  readonly templated?: true
  readonly title?: string
  readonly name?: string
  readonly type?: string
  readonly hreflang?: string
  readonly profile?: string
  readonly deprecation?: string

  /** @throws ConfigurationException for a bad relation, and for an attribute that is not a text */
  constructor(
    rel: string,
    href: string,
    attributes?: LinkAttributes & { readonly templated?: boolean | undefined },
  ) {
    checkRelation(rel)
    this.rel = rel
    this.href = href
    if (attributes !== undefined) {
      checkOptions('Link', attributes, optionNames)
      if (attributes.templated === true) this.templated = true
      for (const key of attributeKeys) {
        const value = attributes[key]
        if (value !== undefined) this[key as 'title'] = value
      }
    }
    Object.freeze(this)
  }

  /** The HAL form, in which the relation is the key. */
  toJSON(): Omit<Link, 'rel' | 'toJSON' | 'toString'> {
    const { rel: _, ...link } = this
    return link
  }

  /** The form of a `Link` header (RFC 8288): `</books/2>; rel="next"`. */
  toString(): string {
    const { href, rel, title, type, hreflang } = this
    let text = `<${encodeTarget(href)}>; rel="${rel}"`
    // The target attributes of RFC 8288. HAL has more attributes.
    if (title !== undefined) text += `; ${toHeaderParameter('title', title)}`
    if (type !== undefined) text += `; ${toHeaderParameter('type', type)}`
    if (hreflang !== undefined) text += `; ${toHeaderParameter('hreflang', hreflang)}`
    return text
  }
}

const text: OptionRule = [(value) => typeof value === 'string', 'a text']
const attributeNames: OptionNames<LinkAttributes> = {
  title: text,
  name: text,
  type: text,
  hreflang: text,
  profile: text,
  deprecation: text,
}
const optionNames: OptionNames<LinkAttributes & { readonly templated?: boolean }> = {
  ...attributeNames,
  templated: true,
}
const attributeKeys = Object.keys(attributeNames) as (keyof LinkAttributes)[]

/** A relation is a name such as `next`, a URI, or a CURIE. */
function checkRelation(rel: unknown): void {
  if (typeof rel !== 'string')
    throw wrongOption('rel', 'expected the name of a relation, such as next, or a URI')
  if (/^[a-z][a-z0-9.-]*$/i.test(rel)) return
  const isUri = /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]+$/i.test(rel) && URL.canParse(rel)
  const isCurie = /^[a-z][\w.-]*:[\w.-]+$/i.test(rel)
  if (!isUri && !isCurie) {
    throw wrongOption('rel', `"${rel}" is neither the name of a relation, such as next, nor a URI`)
  }
}

/** Encodes characters that no URL has, and characters that would end the target. A URL does not change. */
function encodeTarget(href: string): string {
  if (!/[^!#-;=?-~]/.test(href)) return href
  return href.toWellFormed().replaceAll(/[^!#-;=?-~]+/g, encodeURIComponent)
}

/** A parameter that cannot end the header. Text beyond ASCII is encoded as in RFC 8187. */
function toHeaderParameter(key: string, value: string): string {
  if (/^[\u0020-\u007E]*$/.test(value)) return `${key}="${value.replaceAll(/["\\]/g, '\\$&')}"`
  const encoded = encodeURIComponent(value.toWellFormed()).replaceAll(/['()*]/g, (character) =>
    escapeByte(character.charCodeAt(0)),
  )
  return `${key}*=UTF-8''${encoded}`
}

/** The value of `_links`: for each relation a link, or a list of several links. */
export type HalLinks = Readonly<Record<string, Link | readonly Link[]>>

/** The `_links` of a HAL document: `{ ...book, _links: halLinks(self, next) }`. */
export function halLinks(...links: readonly Link[]): HalLinks {
  const byRelation = new Map<string, Link[]>()
  for (const link of links) byRelation.set(link.rel, [...(byRelation.get(link.rel) ?? []), link])
  return Object.fromEntries(
    [...byRelation].map(([rel, [first, ...rest]]) => [rel, rest.length === 0 ? first : [first, ...rest]]),
  ) as HalLinks
}

/**
 * The text of a `Link` header (RFC 8288): `response.setHeader('Link', linkHeader(self, next))`.
 *
 * @throws ConfigurationException for a template, which is no URL
 */
export function linkHeader(...links: readonly Link[]): string {
  let header = ''
  for (const link of links) {
    if (link.templated === true)
      throw wrongOption('links', `${link.href} is a template; a Link header holds URLs only`)
    header += header === '' ? String(link) : `, ${String(link)}`
  }
  return header
}
