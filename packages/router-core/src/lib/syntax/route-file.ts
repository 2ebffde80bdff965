import type { RouteFileProblem } from '../exceptions.js'
import { SyntaxProblem } from './line-scanner.js'
import { PlainLineScanner } from './plain-line-scanner.js'
import { PlainRouteLine, type RouteFileText } from './plain-route-line.js'
import {
  describe,
  noDescription,
  parseRouteLine,
  type Description,
  type IncludeLine,
  type ParseRouteFileOptions,
  type RouteLine,
} from './route-line.js'

/** A route file as plain data, in file order, with all that is wrong in it. */
export interface RouteFile {
  readonly file: string
  readonly entries: readonly (RouteLine | IncludeLine)[]
  readonly problems: readonly RouteFileProblem[]
}

/** Parses a whole route file (route-file.md, section 1). Never throws for bad text: every problem is in the result. */
export function parseRouteFile(source: string, options: ParseRouteFileOptions): RouteFile {
  return readLines(source, options, (text, start, end, line, description) =>
    parseRouteLine(text.slice(start, end), line, description, options),
  )
}

/** The same, but plain lines are only looked at: they are parsed when somebody asks (plain-route-line.ts). */
export function scanRouteFile(source: string, options: ParseRouteFileOptions): RouteFile {
  let scanner: PlainLineScanner | undefined
  let fileText: RouteFileText | undefined
  return readLines(source, options, (text, start, end, line, description) => {
    scanner ??= new PlainLineScanner(text, options)
    if (description.middleware.length > 0 || !scanner.scan(start, end))
      return parseRouteLine(text.slice(start, end), line, description, options)
    fileText ??= { file: options.file, text }
    return new PlainRouteLine(fileText, line, description.modifiers, scanner.columns)
  })
}

/** Reads the line from `start` to `end`; undefined for a blank line or a comment. */
type ReadLine = (
  text: string,
  start: number,
  end: number,
  line: number,
  description: Description,
) => ReturnType<typeof parseRouteLine>

function readLines(source: string, options: ParseRouteFileOptions, readLine: ReadLine): RouteFile {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source
  const entries: (RouteLine | IncludeLine)[] = []
  const problems: RouteFileProblem[] = []
  let pending: (Description & { readonly line: number; readonly lineText: string }) | undefined
  let lineNumber = 0
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\n', start)
    const next = end < 0 ? text.length + 1 : end + 1
    const contentEnd = end < 0 ? text.length : text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end
    const lineStart = start
    lineNumber++
    start = next
    try {
      const entry = readLine(text, lineStart, contentEnd, lineNumber, pending ?? noDescription)
      if (entry === undefined) continue
      if (entry.type === 'modifiers') {
        const description = describe(pending ?? noDescription, entry)
        pending = { ...description, line: lineNumber, lineText: text.slice(lineStart, contentEnd) }
      } else {
        entries.push(entry)
        pending = undefined
      }
    } catch (error) {
      problems.push(toProblem(error, options.file, lineNumber, text.slice(lineStart, contentEnd)))
      pending = undefined
    }
  }
  if (pending !== undefined) {
    problems.push({
      code: 'E_ROUTE_SYNTAX',
      message: 'Expected a route or an include after the "+" line',
      hint: 'a "+" line describes the next route or include',
      file: options.file,
      line: pending.line,
      column: pending.lineText.indexOf('+') + 1,
      lineText: pending.lineText,
    })
  }
  return { file: options.file, entries, problems }
}

function toProblem(error: unknown, file: string, line: number, lineText: string): RouteFileProblem {
  if (!(error instanceof SyntaxProblem)) throw error
  const { code, message, offset, hint } = error
  const column = Math.min(offset, lineText.length) + 1
  return { code, message, hint, file, line, column, lineText }
}
