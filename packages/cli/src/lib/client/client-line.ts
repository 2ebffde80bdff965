import type { Route } from '@mvc-router/router-core'
import { isSigned, linkMethod } from '@mvc-router/router-core/tools'

/** A route as JavaScript for `clientRuntime`, or the reason why a browser cannot build its URLs. */
export type ClientLine = { readonly code: string } | { readonly leftOut: string }

/** The `kind` of a variable, as `clientRuntime` documents. */
const spansSegments = 1
const mayBeEmpty = 2

type Part = Route['pattern']['parts'][number]
type Variable = Extract<Part, { type: 'variable' }>

export function clientLine(route: Route, reverseTrailingSlash: boolean): ClientLine {
  const { pattern, args, predicates } = route
  if (isSigned(route)) return { leftOut: 'it is signed, and the keys stay on the server' }
  if (pattern.host !== undefined) return { leftOut: 'it is for a host' }
  if (predicates.length > 0) return { leftOut: 'it has conditions on the query' }
  const { parts } = pattern
  const whole = wholePattern(parts)
  if (whole === undefined) return { leftOut: 'a browser cannot find where each variable ends' }
  const written = parts.map((part, index) =>
    part.type === 'literal' ? quote(part.text) : variable(part, parts[index - 1], index === parts.length - 1),
  )
  const slash = pattern.optionalTrailingSlash ? (reverseTrailingSlash ? 2 : 1) : 0
  const fields = [
    quote(linkMethod(route)),
    `[${written.join(', ')}]`,
    fixedArguments(args),
    String(slash),
    whole,
  ]
  while (fields.length > 3 && ['0', ''].includes(fields.at(-1) ?? '')) fields.pop()
  return { code: `[${fields.map((field) => (field === '' ? '0' : field)).join(', ')}]` }
}

function variable({ name, constraint }: Variable, before: Part | undefined, isLast: boolean): string {
  const fields = [quote(name), regExp(constraint?.source)]
  if (constraint?.spansSegments === true) {
    const isOptional =
      isLast && constraint.matchesEmpty && before?.type === 'literal' && before.text.endsWith('/')
    fields.push(String(isOptional ? mayBeEmpty : spansSegments))
  }
  return `[${fields.join(', ')}]`
}

/**
 * Returns a regular expression that splits a path into its values. Returns '' if no check is needed, and undefined if a
 * browser could split the path in another way than the server, for example because a constraint looks ahead.
 */
function wholePattern(parts: readonly Part[]): string | undefined {
  const isSimple = parts.every((part, index) => {
    if (part.type === 'literal') return true
    const before = parts[index - 1]
    const after = parts[index + 1]
    const starts = before?.type === 'literal' && before.text.endsWith('/')
    const ends = after === undefined || (after.type === 'literal' && after.text.startsWith('/'))
    return starts && ends && part.constraint?.spansSegments !== true
  })
  if (isSimple) return ''
  const variables = parts.filter((part): part is Variable => part.type === 'variable')
  const [before, last] = parts.slice(-2)
  const isOnlyTail = last?.type === 'variable' && variables.length === 1
  const startsSegment = before?.type === 'literal' && before.text.endsWith('/')
  // In the middle of a segment, `^` and `\b` depend on the text before the variable.
  if (isOnlyTail && (startsSegment || !/\^|\\b/i.test(withoutClasses(last)))) return ''
  const isClear = parts.every((part) =>
    part.type === 'literal' ? !part.text.includes('%') : !/\(\?[^:]|[$^]|\\b/i.test(withoutClasses(part)),
  )
  if (!isClear) return undefined
  const source = parts.map((part) =>
    part.type === 'literal'
      ? part.text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
      : `(${withoutGroups(part.constraint?.source ?? '[^/]+')})`,
  )
  return regExp(source.join(''))
}

/** Removes character classes such as `[^/]`, because `^` is no anchor in them. */
function withoutClasses({ constraint }: Variable): string {
  return (constraint?.source ?? '').replaceAll(/(\\.)|\[(?:\\.|[^\]])*\]/gs, '$1')
}

/** Makes groups non-capturing, because each captured group of the whole pattern is a variable. */
function withoutGroups(source: string): string {
  let isClass = false
  return source.replaceAll(/\\.|[[\]]|\((?!\?)/gs, (found) => {
    if (found === '[') isClass = true
    else if (found === ']') isClass = false
    return found === '(' && !isClass ? '(?:' : found
  })
}

/** Writes a regular expression literal that matches a whole text. */
function regExp(source = '[^/]+'): string {
  const anchored = `^(?:${source})$`
  try {
    return String(new RegExp(anchored, 'u'))
  } catch {
    return String(new RegExp(anchored))
  }
}

function fixedArguments(args: Readonly<Record<string, string>>): string {
  const entries = Object.entries(args).map(([name, value]) => `[${quote(name)}]: ${quote(value)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

/** Writes a string literal that is also safe inside `<script>`. */
export function quote(text: string): string {
  return JSON.stringify(text).replaceAll('<', String.raw`\u003c`)
}
