import { checkOptions } from '../check-options.js'
import { maxErrors, RouteFileParsingException, type RouteFileProblem } from '../exceptions.js'
import { atOnce, type Sliced } from '../slices.js'
import { SyntaxProblem } from './line-scanner.js'
import { describe, noDescription, type Description } from './modifiers.js'
import { parseRouteLine, type IncludeLine, type ParseRouteFileOptions, type RouteLine } from './route-line.js'

/** A parsed route file with its problems. The entries are in file order. */
export interface RouteFile {
  readonly file: string
  readonly entries: readonly (RouteLine | IncludeLine)[]
  /** At most 100 problems. */
  readonly problems: readonly RouteFileProblem[]
  /** The number of further problems. */
  readonly omittedProblems?: number | undefined
  /** True if there are so many problems that the file was not read to its end. */
  readonly isCut?: boolean
}

/** Parses a whole route file (docs/route-file.md). Never throws for bad text, because the result has the problems. */
export function parseRouteFile(source: string, options: ParseRouteFileOptions): RouteFile {
  checkOptions('parseRouteFile', options, {
    file: true,
    controllerNames: true,
    variables: true,
    unencodedLiterals: true,
  })
  return atOnce(parseRouteLines(source, options))
}

/** @throws RouteFileParsingException for a mistake in a column, TypeError for columns that are no texts or no route */
export function parseRouteInCode(
  columns: readonly [method: string, path: string, action: string],
  { controllerNames, variables, unencodedLiterals }: Omit<ParseRouteFileOptions, 'file'>,
): RouteLine {
  const expected = 'router.add: expected a method, a path and an action'
  if (columns.some((text) => typeof text !== 'string')) throw new TypeError(`${expected}, each as a text`)
  const {
    entries: [entry],
    problems: [problem],
  } = parseRouteFile(columns.join(' ').replaceAll(/[\r\n]/g, ' '), {
    file: 'router.add',
    controllerNames,
    variables,
    unencodedLiterals,
  })
  if (problem !== undefined) throw new RouteFileParsingException([problem])
  if (entry?.type !== 'route') throw new TypeError(expected)
  return entry
}

/** Parsing stops after this number of further problems, so that a reload with a wrong file stays fast. */
const maxCounted = 5000

export function* parseRouteLines(source: string, options: ParseRouteFileOptions): Sliced<RouteFile> {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const hasBidirectional = bidirectional.test(text)
  const entries: (RouteLine | IncludeLine)[] = []
  const problems: RouteFileProblem[] = []
  let pending: (Description & { readonly line: number; readonly lineText: string }) | undefined
  let omittedProblems = 0
  let isCut = false
  const add = (problem: RouteFileProblem): void => {
    if (problems.length < maxErrors) problems.push(problem)
    else omittedProblems++
  }
  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    const lineNumber = index + 1
    const isLast = lineNumber === lines.length
    const lineText = line.endsWith('\r') && !isLast ? line.slice(0, -1) : line
    yield
    try {
      if (hasBidirectional) refuseBidirectional(lineText)
      const entry = parseRouteLine(lineText, lineNumber, pending ?? noDescription, options)
      if (entry === undefined) continue
      if (entry.type === 'modifiers') {
        const description = describe(pending ?? noDescription, entry)
        pending = { ...description, line: lineNumber, lineText }
      } else {
        entries.push(entry)
        pending = undefined
      }
    } catch (error) {
      pending = undefined
      add(toProblem(error, options.file, lineNumber, lineText))
      if (omittedProblems === maxCounted) {
        isCut = lines.slice(lineNumber).some((rest) => rest !== '')
        break
      }
    }
  }
  if (pending !== undefined) {
    add({
      code: 'E_ROUTE_SYNTAX',
      message: 'Expected a route or an include after the "+" line',
      hint: 'a "+" line describes the next route or include',
      file: options.file,
      line: pending.line,
      column: pending.lineText.indexOf('+') + 1,
      lineText: pending.lineText,
    })
  }
  return { file: options.file, entries, problems, isCut, ...(omittedProblems > 0 && { omittedProblems }) }
}

/** These characters change the order in which a line is shown. People may then read another text than the router. */
const bidirectional = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/

/** @throws SyntaxProblem */
function refuseBidirectional(lineText: string): void {
  const offset = lineText.search(bidirectional)
  if (offset < 0) return
  const message = 'A route file cannot contain a character that changes the direction of text'
  throw new SyntaxProblem(
    'E_ROUTE_SYNTAX',
    message,
    offset,
    'take it out; in a path it is written as escapes',
  )
}

function toProblem(error: unknown, file: string, line: number, lineText: string): RouteFileProblem {
  if (!(error instanceof SyntaxProblem)) throw error
  const { code, message, offset, hint } = error
  const column = Math.min(offset, lineText.length) + 1
  return { code, message, hint, file, line, column, lineText }
}
