import { crypto } from '@mvc-router/router-core/tools'

/** Returns a strong tag. Use this hash without a key only for a text that the client sees completely. */
export function hashTag(text: string): string {
  return `"${crypto().hash('sha1', text, 'base64')}"`
}

/** The tags of an `If-Match` or `If-None-Match` header, with their quotes and `W/`. */
export type EntityTags = '*' | readonly string[]

// RFC 9110, section 8.8.3: the characters of a tag are all printable characters except the quote.
const entityTag = /(?:W\/)?"[\u0021\u0023-\u007E\u0080-\u00FF]*"/g
/** Matches a list after each tag is replaced with one quote: `", ", "`. */
const tagList = /^[ \t,]*(?:"[ \t]*(?:,[ \t,]*|$))*$/
const maxTags = 100

/** Parses an `If-Match` or `If-None-Match` header. Returns `undefined` if it is not a list of entity tags. */
export function parseEntityTags(header: string): EntityTags | undefined {
  if (header === '*') return '*'
  if (!tagList.test(header.replaceAll(entityTag, '"'))) return undefined
  return Array.from(header.matchAll(entityTag), ([tag]) => tag).slice(0, maxTags)
}

/** Parses an `If-None-Match` header. Its tags are compared weakly, so `W/` is removed. */
export function parseWeakTags(header: string): EntityTags | undefined {
  const tags = parseEntityTags(header)
  return tags === '*' ? tags : tags?.map(withoutWeakness)
}

/** True if an `If-None-Match` header contains one of these tags. */
export function matchesWeakly(header: string, tags: readonly string[]): boolean {
  const given = parseWeakTags(header)
  return given === '*' || tags.some((tag) => given?.includes(withoutWeakness(tag)))
}

/** True if an `If-Match` header contains one of these tags, and the tag is strong. */
export function matchesStrongly(header: string, tags: readonly string[]): boolean {
  const given = parseEntityTags(header)
  return given === '*' || tags.some((tag) => !isWeak(tag) && given?.includes(tag))
}

function withoutWeakness(tag: string): string {
  return isWeak(tag) ? tag.slice(2) : tag
}

function isWeak(tag: string): boolean {
  return tag.startsWith('W/')
}
