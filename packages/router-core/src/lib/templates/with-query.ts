import { NoHandlerFoundException } from '../exceptions.js'
import { escapeByte } from '../syntax/percent-encoding.js'
import { formEncode } from '../reversing/write-query.js'
import { givenNames, readArgument, type ArgumentText } from '../reversing/reverse-arguments.js'

/** The query of a URL: a value for each name, a list for a name that is repeated. */
export type Query = Readonly<Record<string, string | readonly string[]>>

/**
 * A request's own URL with another query (docs/route-file.md, This page with another query). Given names are replaced
 * in their place. Null and undefined remove a name, and a list repeats it. New names come last, sorted. Other text
 * stays raw, but characters that a URL must encode are encoded.
 *
 * @param url the request target: path and query, or an absolute URL
 * @param changes an object of names and values, which may be the same as in `reverse`; if left out, no parameter changes
 * @throws NoHandlerFoundException for a value without a text
 */
export function withQuery(url: string, changes?: unknown): string {
  const { path, query } = splitTarget(url)
  const given = readChanges(changes)
  const added = new Set([...given.keys()].toSorted())
  const pairs: string[] = []
  const write = (name: string): void => {
    if (added.delete(name)) pairs.push(...writePairs(name, given.get(name)))
  }
  for (const pair of query) {
    const [name = ''] = readPairs(pair).keys()
    if (given.has(name)) write(name)
    else pairs.push(toUrlText(pair))
  }
  added.forEach(write)
  return pairs.length === 0 ? path : `${path}?${pairs.join('&')}`
}

/** The query of a request target, decoded as a form. It has no prototype, because its names come from the client. */
export function readQuery(url: string): Query {
  const query = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of readPairs(splitTarget(url).query.join('&'))) {
    const known = query[name]
    query[name] = known === undefined ? value : [known, value].flat()
  }
  return Object.freeze(query)
}

function splitTarget(url: string): { readonly path: string; readonly query: readonly string[] } {
  const target = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('#', 1)[0] ?? ''
  const [written = ''] = target.split('?', 1)
  const path = toUrlText(written)
  const query = target.slice(written.length + 1).split('&')
  // `//` at the start would lead to another host. `/.` before it keeps the path and the host.
  const own = path.startsWith('//') ? `/.${path}` : path
  return { path: own.startsWith('/') ? own : `/${own}`, query: query.filter((pair) => pair !== '') }
}

function readChanges(changes: unknown): ReadonlyMap<string, ArgumentText | undefined> {
  const names = changes === undefined || changes === null ? [] : givenNames('route.with', changes)
  const unreadable = names.find((name) => !name.isWellFormed())
  if (unreadable !== undefined) {
    throw new NoHandlerFoundException("route.with: an argument's name holds a lone surrogate", {
      code: 'E_REVERSE_BAD_ARG',
      action: 'route.with',
      argument: unreadable,
    })
  }
  const given = changes as Readonly<Record<string, unknown>>
  return new Map(names.map((name) => [name, readArgument('route.with', name, given)]))
}

function writePairs(name: string, text: ArgumentText = []): string[] {
  return [text].flat().map((value) => `${formEncode(name)}=${formEncode(value)}`)
}

/** A question mark at the start belongs to the first name. Without the `&`, the constructor would drop it. */
function readPairs(query: string): URLSearchParams {
  return new URLSearchParams(`&${query}`)
}

/** Encodes characters that no URL has. Node turns each byte of a request target into a character up to U+00FF. */
function toUrlText(text: string): string {
  if (urlText.test(text)) return text
  return text
    .replaceAll(/[^\w\-.~!$&'()*+,;=:@|[\]/?%]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0
      return code < 0x100 ? escapeByte(code) : encodeURIComponent(character.toWellFormed())
    })
    .replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25')
}

/** Text that needs no encoding. */
const urlText = /^[\w\-.~!$&'()*+,;=:@|[\]/?]*$/
