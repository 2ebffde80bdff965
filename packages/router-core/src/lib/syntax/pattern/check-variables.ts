import type { LineScanner } from '../line-scanner.js'
import { isDotSegment } from '../percent-encoding.js'
import { sampleOf, variablesOf, type RoutePattern, type RoutePatternPart } from './route-pattern.js'

const maxVariables = 64

/** @throws SyntaxProblem for too many or repeated variables, neighbours unless both are constrained, and dot segments */
export function checkVariables(scanner: LineScanner, pattern: RoutePattern, start: number): void {
  const variables = variablesOf(pattern)
  if (variables.length > 1) checkTogether(scanner, pattern, variables, start)
  checkDotSegments(scanner, pattern, start)
}

function checkTogether(
  scanner: LineScanner,
  pattern: RoutePattern,
  variables: ReturnType<typeof variablesOf>,
  start: number,
): void {
  const names = new Set<string>()
  if (variables.length > maxVariables) {
    const message = `A pattern may have at most ${maxVariables} variables`
    scanner.failAs('E_ROUTE_LIMIT', message, 'let one variable span the segments: {<.+>rest}', start)
  }
  // `{_}` of a host binds nothing, so a host may have it several times.
  const binding = variables.filter((variable) => variable.name !== '_' || pattern.parts.includes(variable))
  for (const { name } of binding) {
    if (names.has(name)) {
      const offset = scanner.text.lastIndexOf(`${name}}`, scanner.offset)
      scanner.failAs(
        'E_ROUTE_DUP_PARAM',
        `The variable "${name}" is twice in the pattern`,
        'give one of the two another name',
        offset,
      )
    }
    names.add(name)
  }
  checkNeighbours(scanner, pattern.parts, start)
  if (pattern.host) checkNeighbours(scanner, pattern.host.parts, start)
}

function checkNeighbours(scanner: LineScanner, parts: readonly RoutePatternPart[], start: number): void {
  for (const [index, part] of parts.entries()) {
    const next = parts[index + 1]
    if (part.type === 'variable' && next?.type === 'variable' && !(part.constraint && next.constraint)) {
      scanner.failAs(
        'E_ROUTE_AMBIGUOUS',
        `Nothing tells where "${part.name}" ends and "${next.name}" starts`,
        'put a character between them, or constrain both',
        Math.max(start, scanner.text.indexOf(`${part.name}}{`, start)),
      )
    }
  }
}

function checkDotSegments(scanner: LineScanner, pattern: RoutePattern, start: number): void {
  if (!/\.|%2e/i.test(pattern.text)) return
  // The values of variables are checked during matching and reversing.
  const segment = sampleOf(pattern.parts).split('/').find(isDotSegment)
  if (segment === undefined) return
  const offset = scanner.text.toUpperCase().indexOf(`/${segment.toUpperCase()}`, start) + 1
  scanner.fail(
    `The segment "${segment}" can never be requested`,
    'browsers fold "." and ".." away before they send a path',
    Math.max(offset, start),
  )
}
