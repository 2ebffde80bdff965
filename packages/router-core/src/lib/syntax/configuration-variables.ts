import { nearestHint, nearestNames } from '../nearest-names.js'
import { namedConstraints } from './pattern/named-constraints.js'
import { SyntaxProblem } from './line-scanner.js'

interface ExpandedLine {
  readonly text: string
  /** Turns an offset in the expanded line into an offset in the original line. */
  toOriginal(offset: number): number
}

/**
 * Replaces `${key}` and `${key:default}` by configuration values. A value is not expanded again.
 *
 * @throws SyntaxProblem for a missing key, an unclosed brace, or a value with a line end
 */
export function expandVariables(line: string, variables: Readonly<Record<string, string>>): ExpandedLine {
  let text = ''
  let position = 0
  const commentStart = line.search(/(?:^|[ \t])#/)
  const marks: { expandedEnd: number; original: number; originalEnd: number; expanded: number }[] = []
  for (let start = line.indexOf('${'); start >= 0; start = line.indexOf('${', position)) {
    const end = line.indexOf('}', start)
    if (end < 0 && commentStart >= 0 && commentStart < start) break
    if (end < 0) throw new SyntaxProblem('E_ROUTE_SYNTAX', 'Expected "}" after "${"', start, hintToVariable)
    // Text after " #" is a comment, or a part of a quoted argument. Unknown variables in it do not change.
    if (commentStart >= 0 && commentStart < start && !knows(variables, line.slice(start + 2, end))) break
    text += line.slice(position, start)
    if (isNamedConstraint(line.slice(0, start), line.slice(start + 2, end), variables)) {
      text += line.slice(start, end + 1)
      position = end + 1
      continue
    }
    const expanded = text.length
    text += lookUp(line.slice(start + 2, end), variables, start)
    marks.push({ expanded, expandedEnd: text.length, original: start, originalEnd: end + 1 })
    position = end + 1
  }
  text += line.slice(position)
  return {
    text,
    toOriginal(offset) {
      const mark = marks.findLast(({ expanded }) => expanded <= offset)
      if (mark === undefined) return offset
      return offset < mark.expandedEnd ? mark.original : offset - mark.expandedEnd + mark.originalEnd
    },
  }
}

const hintToVariable = 'a configuration value is written ${key} or ${key:default}'

function knows(variables: Readonly<Record<string, string>>, content: string): boolean {
  return content.includes(':') || Object.hasOwn(variables, content.trim())
}

/** True for a named constraint, such as `{<${uuid}>id}`. Its name is kept, because it says more than the expression. */
function isNamedConstraint(
  before: string,
  key: string,
  variables: Readonly<Record<string, string>>,
): boolean {
  if (!namedConstraints.has(key) || Object.hasOwn(variables, key)) return false
  const open = before.lastIndexOf('{<')
  return open >= 0 && !/>[A-Za-z_]\w*\}/.test(before.slice(open))
}

function lookUp(content: string, variables: Readonly<Record<string, string>>, offset: number): string {
  const colon = content.indexOf(':')
  const key = (colon < 0 ? content : content.slice(0, colon)).trim()
  const value = Object.hasOwn(variables, key)
    ? variables[key]
    : colon < 0
      ? undefined
      : content.slice(colon + 1)
  if (value === undefined) {
    throw new SyntaxProblem(
      'E_ROUTE_VARIABLE',
      `The configuration has no value for "${key}"`,
      offset,
      (namedConstraints.has(key) ? `${key} names a constraint, written {<\${${key}}>id}` : undefined) ??
        nearestHint(nearestNames(key, [...Object.keys(variables), ...namedConstraints.keys()])) ??
        'give it in the option `variables`, or a default as ${key:default}',
    )
  }
  if (/[\r\n]/.test(value)) {
    const message = `The value of "${key}" holds a line end`
    throw new SyntaxProblem('E_ROUTE_VARIABLE', message, offset, 'a value is within one line')
  }
  return value
}
