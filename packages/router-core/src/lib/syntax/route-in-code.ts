import { RouteFileParsingException } from '../exceptions.js'
import { parseExpressPath } from './pattern/express-path.js'
import { SyntaxProblem } from './line-scanner.js'
import { parseRouteFile } from './route-file.js'
import type { ParseRouteFileOptions, RouteLine } from './route-line.js'
import type { RoutePattern } from './pattern/route-pattern.js'
import type { UnencodedLiterals } from './pattern/scan-route-pattern.js'

/**
 * The route lines of `router.add(method, path, action)`. Method and action have the syntax of a route file. The path
 * has Express's syntax.
 *
 * @throws RouteFileParsingException
 */
export function parseRouteInCode(
  method: string,
  path: string,
  action: string,
  { controllerNames, variables, unencodedLiterals }: Omit<ParseRouteFileOptions, 'file'>,
): RouteLine[] {
  if ([method, path, action].some((text) => typeof text !== 'string'))
    throw new TypeError('router.add: expected a method, a path and an action, each as a text')
  const file = 'router.add'
  const { entries, problems } = parseRouteFile(`${method} / ${action}`.replaceAll(/[\r\n]/g, ' '), {
    controllerNames,
    variables,
    unencodedLiterals,
    file,
  })
  const [problem] = problems
  if (problem !== undefined) throw new RouteFileParsingException([problem])
  const line = entries.find((entry): entry is RouteLine => entry.type === 'route')
  if (line === undefined) throw new TypeError('router.add: expected a method, a path and an action')
  return toPatterns(file, path, unencodedLiterals).map((pattern) => ({ ...line, pattern, file }))
}

function toPatterns(file: string, path: string, unencoded: UnencodedLiterals | undefined): RoutePattern[] {
  try {
    return parseExpressPath(path, unencoded)
  } catch (error) {
    const offset = error instanceof SyntaxProblem ? error.offset : 0
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof SyntaxProblem ? error.code : 'E_ROUTE_SYNTAX'
    const hint = error instanceof SyntaxProblem ? error.hint : 'a path is written as in /users/:id{/:tab}'
    throw new RouteFileParsingException(
      [{ code, message, hint, file, line: 1, column: offset + 1, lineText: path }],
      { cause: error },
    )
  }
}
