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
  const problems: RouteFileProblem[] = []
  for (const [path, text] of loaded.texts) {
    if (text.trim() === '' && (last.texts.get(path) ?? '').trim() !== '') {
      problems.push(emptied(loaded.parsed.get(path)?.file ?? path))
    }
  }
  // Other problems of the files already explain why there is no route.
  const isWhole = loaded.files.every((file) => file.problems.length === 0)
  if (problems.length === 0 && isWhole && findEmptyWarning(last) === undefined) {
    const warning = findEmptyWarning(loaded)
    if (warning !== undefined) problems.push(warning)
  }
  const [first, ...rest] = problems
  if (first !== undefined) throw new RouteFileParsingException([first, ...rest])
}

function findEmptyWarning({ warnings }: LoadedRouteFiles): RouteFileProblem | undefined {
  return warnings.find(({ code }) => code === 'E_ROUTE_EMPTY')
}

function emptied(file: string): RouteFileProblem {
  const message = 'The file is empty now'
  const hint = 'the last routes keep serving; write a comment into the file if it needs no routes'
  return { code: 'E_ROUTE_EMPTY', message, hint, file, ...nowhere }
}
