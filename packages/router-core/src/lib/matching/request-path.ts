import { BadRequestException } from '../exceptions.js'
import { controlCharacter, requestToCanonical } from '../syntax/percent-encoding.js'

/** A requested path, checked and split once. */
export interface RequestPath {
  /** In canonical percent-encoding, without the query. */
  readonly path: string
  /** Between the slashes: `/a/b/` gives `['a', 'b', '']`. Empty when the path does not start with a slash. */
  readonly segments: readonly string[]
  /** The text after `?`, when there is one. */
  readonly query: string | undefined
}

/**
 * Nothing is decoded here, `//` is kept, dots are not folded: Express's guards see the same raw path
 * (route-file.md, section 3.2).
 *
 * @param target a path, with or without a query
 * @throws BadRequestException for a malformed escape, bytes that are not UTF-8, and control characters
 */
export function parseRequestPath(target: string): RequestPath {
  const questionMark = target.indexOf('?')
  const raw = questionMark < 0 ? target : target.slice(0, questionMark)
  const query = questionMark < 0 ? undefined : target.slice(questionMark + 1)
  const path = toCheckedCanonical(raw === '' ? '/' : raw)
  return { path, query, segments: path.startsWith('/') ? path.slice(1).split('/') : [] }
}

const plainPath = /^[ -$&-~]*$/

/** The canonical path, after a look at what it decodes to. Printable ASCII without escapes is what it is. */
export function toCheckedCanonical(raw: string): string {
  if (plainPath.test(raw)) return raw
  let decoded: string
  try {
    decoded = decodeURIComponent(raw)
  } catch {
    throw new BadRequestException('The path holds a malformed escape')
  }
  if (controlCharacter.test(decoded)) throw new BadRequestException('The path holds a control character')
  if (!decoded.isWellFormed()) throw new BadRequestException('The path is not well-formed Unicode')
  return requestToCanonical(raw)
}
