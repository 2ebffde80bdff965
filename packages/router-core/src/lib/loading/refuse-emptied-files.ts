import { RouteFileParsingException, type RouteFileProblem } from '../exceptions.js'
import { nowhere } from './file-problems.js'
import type { LoadedRouteFiles } from './load-route-files.js'

/**
 * Refuses a file that has lost all its text, and a set that has lost all its routes. Editors and deployments empty a
 * file before they write it. A file may keep only comments if other files still have routes.
 *
 * @throws RouteFileParsingException with E_ROUTE_EMPTY
 */
export function refuseEmptiedFiles(loaded: LoadedRouteFiles, last: LoadedRouteFiles): void {
  const lostRoutes = findEmptyWarning(last) === undefined ? findEmptyWarning(loaded) : undefined
  // A comment does not help if the whole set has lost its routes.
  const way = lostRoutes
    ? 'restart to serve no routes'
    : 'write a comment into the file if it needs no routes'
  const problems = [...loaded.texts]
    .filter(([path, text]) => text.trim() === '' && (last.texts.get(path) ?? '').trim() !== '')
    .map(([path]): RouteFileProblem => {
      const file = loaded.parsed.get(path)?.file ?? path
      const message = 'The file is empty now'
      return {
        code: 'E_ROUTE_EMPTY',
        message,
        hint: `the last routes keep serving; ${way}`,
        file,
        ...nowhere,
      }
    })
  // Other problems of the files already explain why there is no route.
  const isWhole = loaded.files.every((file) => file.problems.length === 0)
  if (problems.length === 0 && lostRoutes !== undefined && isWhole) problems.push(lostRoutes)
  const [first, ...rest] = problems
  if (first !== undefined) throw new RouteFileParsingException([first, ...rest])
}

function findEmptyWarning({ warnings }: LoadedRouteFiles): RouteFileProblem | undefined {
  return warnings.find(({ code }) => code === 'E_ROUTE_EMPTY')
}
