import { BadRequestException } from '../exceptions.js'
import type { MatchRequest, RouteMatch } from '../matching/match-request.js'
import { matchFollowing, matchRoute } from '../matching/match-route.js'
import { matchPath } from '../matching/path-matcher.js'
import { parseRequestPath } from '../matching/request-path.js'
import type { WriteOptions } from '../reversing/url-builder.js'
import { isFinishedUrl } from '../reversing/finished-url.js'
import type { RoutePattern } from '../syntax/pattern/route-pattern.js'
import type { RouteTable } from './route-table.js'

/**
 * The path of a line for a request that no line accepts: with or without the last slash, and with `ignoreCase` also in
 * another case. Reversing builds the path, and matching it again must find the same line and arguments. So a redirected
 * request is not redirected again.
 *
 * @param isAnswer false for a line that would pass the request on
 * @returns the path without the query and the mount path
 */
export function canonicalPath(
  table: RouteTable,
  request: MatchRequest,
  options: WriteOptions,
  ignoreCase: boolean,
  isAnswer: (match: RouteMatch, path: string) => boolean,
): string | undefined {
  const [asked = ''] = request.path.split('?', 1)
  const query = request.path.slice(asked.length)
  const match = (path: string): RouteMatch | undefined => {
    const get = { ...request, method: 'GET', path: path + query }
    let found = matchRoute(table, get, options)
    while (found !== undefined && !isAnswer(found, path))
      found = matchFollowing(table, get, found.route, options)
    return found
  }
  try {
    for (const spelling of spellings(table, asked, ignoreCase)) {
      const found = match(spelling)
      const path = found && rebuild(table, found, spelling, options)
      if (found === undefined || path === undefined || path === asked || !isFinishedUrl(path)) continue
      const again = match(path)
      if (again?.route === found.route && isSame(again.args, found.args)) return path
    }
  } catch (error) {
    if (!(error instanceof BadRequestException)) throw error
  }
  return undefined
}

function* spellings(table: RouteTable, path: string, ignoreCase: boolean): Generator<string> {
  // Browsers would read the first segment as a host.
  if (path.startsWith('//')) return
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  if (other !== '') yield other
  if (!ignoreCase) return
  yield* respelled(table, path)
  if (other !== '') yield* respelled(table, other)
}

/** The path in the spelling of each line that has the same literals in any case, in file order. */
function respelled(table: RouteTable, path: string): Set<string> {
  const lower = toLower(path)
  return new Set(table.routes.flatMap(({ pattern }) => respell(path, lower, pattern) ?? []))
}

/**
 * The path in the spelling of a pattern; undefined if the literals differ. Matching checks the variables later.
 *
 * @param lower the path in lower case
 */
function respell(
  path: string,
  lower: string,
  { parts, optionalTrailingSlash }: RoutePattern,
): string | undefined {
  const end = optionalTrailingSlash && path.endsWith('/') ? path.length - 1 : path.length
  let spelled = ''
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (part.type === 'variable') continue
    const text = part.text.toLowerCase()
    const isLast = index === parts.length - 1
    // A variable ends where the next literal starts. The last literal is at the end of the path.
    const start = index === 0 ? 0 : isLast ? end - text.length : lower.indexOf(text, at)
    if (start < at || !lower.startsWith(text, start)) return undefined
    spelled += path.slice(at, start) + part.text
    at = start + text.length
  }
  return spelled + path.slice(at)
}

/** Changes only ASCII letters, because some other letters change their length in lower case. Literals are ASCII. */
function toLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Builds the path by reversing, with the values in the path instead of fixed arguments with the same names. */
function rebuild(
  table: RouteTable,
  { route }: RouteMatch,
  path: string,
  options: WriteOptions,
): string | undefined {
  const number = table.numberOf(route)
  const values = matchPath(table.compiled(number).path, parseRequestPath(path), options.maxParamLength)
  const built = values && table.builder(number).pathOf(values, options)
  return typeof built === 'string' ? built : undefined
}

function isSame(left: RouteMatch['args'], right: RouteMatch['args']): boolean {
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
}
