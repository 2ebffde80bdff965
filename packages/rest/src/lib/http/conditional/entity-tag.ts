import { crypto } from '@mvc-router/router-core/tools'

/** A strong entity tag for these bytes, with quotes; the suffix keeps formats of one state apart. */
export function hashTag(text: string | Buffer, suffix = ''): string {
  return `"${crypto().hash('sha1', text, 'base64')}${suffix}"`
}

/**
 * A strong entity tag of a representation that tells, in front of its dot, the state of what it represents: that alone
 * is what a write asks for, since the same state looks different in each format and view.
 */
export function stateTag(state: string, text: string | Buffer, suffix = ''): string {
  return `"${state}.${crypto().hash('sha1', text, 'base64url')}${suffix}"`
}

const stateOfTag = /^"([\w-]+)\./

/** Whether one of the tags, none of them weak, was of a representation of this state. */
export function namesState(tags: EntityTags, state: string): boolean {
  return tags === '*' || tags.some((tag) => stateOfTag.exec(tag)?.[1] === state)
}

/** The tags of an `If-Match` or `If-None-Match` header as they are written, with their quotes and `W/`. */
export type EntityTags = '*' | readonly string[]

// The characters of a tag, RFC 9110 section 8.8.3: anything printable but the quote.
const entityTag = /(?:W\/)?"[\u0021\u0023-\u007E\u0080-\u00FF]*"/g
/** Tags, each of them shortened to one quote, with commas between them. */
const tagList = /^[ \t,]*(?:"[ \t]*(?:,[ \t,]*|$))*$/
const maxTags = 100

/** Reads an `If-Match` or `If-None-Match` header; `undefined` for one that is no list of entity tags. */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header === '*') return '*'
  if (!tagList.test(header.replaceAll(entityTag, '"'))) return undefined
  return Array.from(header.matchAll(entityTag), ([tag]) => tag).slice(0, maxTags)
}

/** Reads an `If-None-Match` header, which compares weakly: tags are the same with and without `W/`. */
export function parseWeakTags(header: string): EntityTags | undefined {
  const tags = parseEntityTags(header)
  return tags === '*' ? tags : tags?.map(withoutWeakness)
}

/** Whether an `If-None-Match` header names this tag. */
export function matchesWeakly(header: string, tag: string): boolean {
  const tags = parseWeakTags(header)
  return tags === '*' || tags?.includes(withoutWeakness(tag)) === true
}

/** Whether an `If-Match` header names this tag, neither of them weak. */
export function matchesStrongly(header: string, tag: string): boolean {
  const tags = parseEntityTags(header)
  return tags === '*' || (!isWeak(tag) && tags?.includes(tag) === true)
}

function withoutWeakness(tag: string): string {
  return isWeak(tag) ? tag.slice(2) : tag
}

function isWeak(tag: string): boolean {
  return tag.startsWith('W/')
}
