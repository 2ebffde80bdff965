import { getOrInsert } from '@mvc-router/constraint-language'
import { withCause, type RouteFileProblem } from '../exceptions.js'
import type { Sliced } from '../slices.js'
import type { RouteFile } from './route-file.js'
import { describe, noDescription, type Description } from './modifiers.js'
import type { IncludeLine, RouteLine } from './route-line.js'
import { joinPatterns, variablesOf, type HostPattern, type RoutePattern } from './pattern/route-pattern.js'

/** Finds the parsed file of an include line, or returns the reason why there is none. */
export type FindInclude = (
  include: IncludeLine,
  includedFrom: string,
) => RouteFile | { readonly reason: string; readonly hint: string; readonly error?: unknown }

/** Limits, because nested includes multiply the routes. */
const maxRoutes = 1_000_000
const maxIncludes = 10_000

/** Replaces each include by the routes of its file, so file order stays the order of priority. */
export function* expandIncludes(
  files: readonly RouteFile[],
  find: FindInclude,
): Sliced<{ lines: RouteLine[]; problems: RouteFileProblem[]; omittedProblems: number; isCut: boolean }> {
  const lines: RouteLine[] = []
  // If a file is included twice, its problems count once.
  const problems = new Map<string, RouteFileProblem>()
  const read = new Set<string>()
  let omittedProblems = 0
  let isCut = false
  let includes = 0
  const add = (problem: RouteFileProblem): void => {
    const { file, line, column, message } = problem
    getOrInsert(problems, JSON.stringify([file, line, column, message]), () => problem)
  }
  function* expand(
    file: RouteFile,
    prefix: RoutePattern | undefined,
    description: Description,
    stack: readonly string[],
  ): Sliced<void> {
    file.problems.forEach(add)
    if (!read.has(file.file)) omittedProblems += file.omittedProblems ?? 0
    read.add(file.file)
    isCut ||= file.isCut === true
    const fail = (
      { line, lineText, targetColumn: column }: RouteLine | IncludeLine,
      code: RouteFileProblem['code'],
      message: string,
      hint: string,
      cause?: unknown,
    ): void => add(withCause({ code, message, hint, file: file.file, line, column, lineText }, cause))
    for (const entry of file.entries) {
      yield
      const host = prefix?.host && otherHost(entry, prefix.host)
      if (host !== undefined) {
        const message = `This line is in an include for another host, "${host}"`
        fail(entry, 'E_ROUTE_INCLUDE', message, 'leave out one of the two hosts')
      }
      if (entry.type === 'route') {
        if (prefix === undefined) lines.push(entry)
        else {
          const pattern = joinPatterns(prefix, entry.pattern)
          lines.push({ ...entry, ...describe(description, entry), pattern })
        }
        const clash = prefix && findClash(entry, prefix)
        if (clash !== undefined) {
          const message = `The variable "${clash}" is in the prefix of the include, too`
          fail(entry, 'E_ROUTE_DUP_PARAM', message, 'give one of the two another name')
        }
        continue
      }
      const included = find(entry, file.file)
      if ('reason' in included) {
        fail(entry, 'E_ROUTE_INCLUDE', included.reason, included.hint, included.error)
      } else if (stack.includes(included.file)) {
        const cycle = [...stack.slice(stack.indexOf(included.file)), included.file].join(' -> ')
        fail(entry, 'E_ROUTE_INCLUDE', `Files include each other: ${cycle}`, 'take one of the includes out')
      } else if (lines.length > maxRoutes || stack.length > 32 || includes >= maxIncludes) {
        isCut = true
        const message = 'Includes are too many or nested too deep, or give too many routes'
        fail(entry, 'E_ROUTE_LIMIT', message, 'list the files instead of including them')
      } else {
        includes++
        const inner = prefix === undefined ? entry.prefix : joinPatterns(prefix, entry.prefix)
        yield* expand(included, inner, describe(description, entry), [...stack, included.file])
      }
    }
  }
  for (const file of files) yield* expand(file, undefined, noDescription, [file.file])
  return { lines, problems: [...problems.values()], omittedProblems, isCut }
}

/** The host of the include if the line has a different host. No request could match both hosts. */
function otherHost(entry: RouteLine | IncludeLine, included: HostPattern): string | undefined {
  const { host } = entry.type === 'route' ? entry.pattern : entry.prefix
  return host === undefined || host.text.toLowerCase() === included.text.toLowerCase()
    ? undefined
    : included.text
}

function findClash(line: RouteLine, prefix: RoutePattern): string | undefined {
  const names = new Set(variablesOf(prefix).map(({ name }) => name))
  return variablesOf(line.pattern).find(({ name }) => name !== '_' && names.has(name))?.name
}
