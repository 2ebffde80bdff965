import { checkOptions } from '@mvc-router/router-core/templates'
import { parseRouteFile } from '@mvc-router/router-core'
import { encodeLiteral } from '@mvc-router/router-core/templates'

/** The result of `formatRouteFile`. */
export interface FormattedRouteFile {
  readonly text: string
  /** Numbers of unreadable lines. Only the blanks around them are removed. */
  readonly unreadLines: readonly number[]
  /** The included files, relative to the folder of the route file. */
  readonly includes: readonly string[]
}

/**
 * Aligns the columns of a route file. Without `encode`, only blanks between columns and around lines change. A path of
 * more than 50 characters does not widen its column.
 *
 * @param encode encodes literals as URLs require: `/é` becomes `/%C3%A9`
 * @param variables the values of `${key}` in the names of included files
 */
export function formatRouteFile(
  text: string,
  options: { readonly encode?: boolean; readonly variables?: Readonly<Record<string, string>> } = {},
): FormattedRouteFile {
  checkOptions('formatRouteFile', options, { encode: true, variables: true })
  const { encode = false, variables = {} } = options
  const start = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const read = text.slice(start.length).split('\n').map(readLine)
  const lines = encode ? read.map(withEncodedPath) : read
  const rows = lines.flatMap((line) => (line.type === 'columns' ? [line] : []))
  const methodWidth = Math.max(0, ...rows.map(({ method }) => method.length))
  const pathWidth = Math.max(
    0,
    ...rows.map(({ path }) => path.length).filter((length) => length <= maxPathWidth),
  )
  const written = lines.map((line) => {
    if (line.type !== 'columns') return line.text + line.end
    const { method, path, target, end } = line
    return `${method.padEnd(methodWidth)}  ${path.padEnd(pathWidth)}  ${target}${end}`
  })
  const unreadLines = lines.flatMap(({ type }, index) => (type === 'unread' ? [index + 1] : []))
  const includes = rows.flatMap((row) => (row.method === '->' ? includedFiles(row.target, variables) : []))
  return { text: start + written.join('\n'), unreadLines, includes }
}

const maxPathWidth = 50

type Line = ({ readonly type: 'text' | 'unread'; readonly text: string } | Columns) & {
  /** `\r` for a Windows line end, else ''. */
  readonly end: string
}

interface Columns {
  readonly type: 'columns'
  /** `->` for an include. */
  readonly method: string
  /** Includes host and query conditions. */
  readonly path: string
  /** Includes fixed arguments and a comment. */
  readonly target: string
}

function readLine(whole: string): Line {
  const end = whole.endsWith('\r') ? '\r' : ''
  const content = whole.slice(0, whole.length - end.length)
  // The parser reports `\r` inside a line. If the blanks after `\r` were removed, `\r` would join the line end.
  const line = content.includes('\r') ? content : trimBlanks(content)
  if (line === '' || line.startsWith('#'))
    return { ...(readHeading(line) ?? { type: 'text', text: line }), end }
  if (line.startsWith('+')) return { type: 'text', text: line, end }
  return { ...(readColumns(line) ?? { type: 'unread', text: line }), end }
}

function withEncodedPath(line: Line): Line {
  if (line.type !== 'columns' || line.method.startsWith('#')) return line
  return { ...line, path: line.path.replace(pattern, encodePattern) }
}

/** Matches literals, variables and `${key}` up to a blank. Query conditions follow the blank. */
const pattern = /^(?:\$\{[^{}]*\}|\{(?:<.*?>)?\w+\}|[^{ \t])*/u

function encodePattern(text: string): string {
  return text.replaceAll(/\$\{[^{}]*\}|\{(?:<.*?>)?\w+\}|\/\?$|[^{}]/gu, (piece) =>
    piece.length > 2 || piece === '/?' ? piece : encodeLiteral(piece),
  )
}

/** The comment `# method  path  action` is aligned like a route. */
function readHeading(line: string): Columns | undefined {
  const [, method, path, target] =
    /^(# ?method)[ \t]+(path|pattern|url)[ \t]+(action|target)$/i.exec(line) ?? []
  if (method === undefined || path === undefined || target === undefined) return undefined
  return { type: 'columns', method, path, target }
}

function readColumns(line: string): Columns | undefined {
  const targetStart = findTarget(line)
  if (targetStart === undefined || !isBlank(line[targetStart - 1])) return undefined
  const methodEnd = endOfMethod(line)
  const path = trimBlanks(line.slice(methodEnd, targetStart))
  if (methodEnd > targetStart || path === '') return undefined
  return { type: 'columns', method: line.slice(0, methodEnd), path, target: line.slice(targetStart) }
}

function includedFiles(target: string, variables: Readonly<Record<string, string>>): string[] {
  const { entries } = parseRouteFile(`-> / ${target}`, { ...lenient, variables })
  return entries.flatMap((entry) => (entry.type === 'includeFile' ? [entry.name] : []))
}

const lenient = { file: '', controllerNames: 'any', unencodedLiterals: 'encode' } as const

/** Returns the start of the target, as the parser of route files finds it. */
function findTarget(line: string): number | undefined {
  for (const text of standIns(line)) {
    const { entries, problems } = parseRouteFile(text, lenient)
    const [entry] = entries
    if (problems.length === 0 && entry !== undefined) return entry.targetColumn - 1
  }
  return undefined
}

/** Replaces `${key}` by texts of the same length. The real value may be a path, an action or a part of an action. */
function standIns(line: string): string[] {
  const values = line.match(/\$\{[^{}]*\}/g) ?? []
  if (values.length === 0) return [line]
  return [
    ['x', 'x'],
    ['/', 'x'],
    ['x', 'x.x'],
    ['/', 'x.x'],
  ].map(([first = '', last = '']) => {
    let index = 0
    return line.replaceAll(/\$\{[^{}]*\}/g, (value) => {
      const isFirst = index++ === 0
      const start = index === values.length && !(isFirst && first === '/') ? last : isFirst ? first : 'x'
      return start.padEnd(value.length, 'x')
    })
  })
}

/** Returns the end of methods with formats, which may contain blanks: `GET(json, xml)`. */
function endOfMethod(line: string): number {
  let end = 0
  while (end < line.length && !isBlank(line[end]) && line[end] !== '(') end++
  return line[end] === '(' ? line.indexOf(')', end) + 1 : end
}

/** Removes spaces and tabs at both ends. */
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
