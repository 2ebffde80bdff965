import { attempt } from '@mvc-router/constraint-language'
import { BadRequestException } from '../exceptions.js'
import { controlCharacter } from '../syntax/percent-encoding.js'

/** A requested path, checked and split once. */
export interface RequestPath {
  /** The raw path, without the query. */
  readonly path: string
  /** The texts between the slashes: `['a', 'b', '']` for `/a/b/`. Empty if the path does not start with a slash. */
  readonly segments: readonly string[]
  readonly query: string | undefined
}

/**
 * Splits a path without decoding it. Keeps `//` and dot segments, because Express's guards see the same raw path
 * (docs/route-file.md, Literals).
 *
 * @param target a path, with or without a query
 * @throws BadRequestException for a malformed escape, bytes that are not UTF-8, control characters, and a fragment
 */
export function parseRequestPath(target: string): RequestPath {
  const [raw = ''] = target.split('?', 1)
  const query = raw === target ? undefined : target.slice(raw.length + 1)
  const path = raw === '' ? '/' : raw
  checkPath(path)
  if (query?.includes('#') === true) failAtFragment()
  return { path, query, segments: path.startsWith('/') ? path.slice(1).split('/') : [] }
}

const withoutEscapes = /^[ -"$&-~]*$/

/**
 * Checks the decoded path. Printable ASCII without `%` and `#` needs no check.
 *
 * @throws BadRequestException
 */
function checkPath(raw: string): void {
  if (withoutEscapes.test(raw)) return
  if (raw.includes('#')) failAtFragment()
  const decoded = attempt(URIError, () => decodeURIComponent(raw))
  if (decoded instanceof Error) throw new BadRequestException('The path holds a malformed escape')
  if (controlCharacter.test(decoded)) throw new BadRequestException('The path holds a control character')
  if (!decoded.isWellFormed()) throw new BadRequestException('The path is not well-formed Unicode')
}

/** Clients send no fragment. Programs read text after `#` differently: as a part of the query or of the path. */
function failAtFragment(): never {
  throw new BadRequestException('The target of a request cannot contain a fragment')
}

/** The path up to the last slash before its malformed part; undefined if it does not start with a slash. */
export function wellFormedPrefix(target: string): string | undefined {
  const [path = ''] = target.split('?', 1)
  let prefix: string | undefined
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    const start: number = prefix?.length ?? 0
    if (start !== slash + 1 && !isWellFormed(path.slice(start, slash))) break
    prefix = path.slice(0, slash + 1)
  }
  return path.startsWith('/') ? prefix : undefined
}

function isWellFormed(segment: string): boolean {
  return attempt(BadRequestException, () => checkPath(segment)) === undefined
}
