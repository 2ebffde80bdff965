import type * as PathToRegexp from 'path-to-regexp'
import type { Token } from 'path-to-regexp'
import { dependency } from '#dependency'
import { LineScanner, SyntaxProblem } from '../line-scanner.js'
import { parseConstraint } from './constraint.js'
import type { RoutePattern, RoutePatternPart } from './route-pattern.js'
import { scanRoutePattern, type UnencodedLiterals } from './scan-route-pattern.js'

const pathToRegexp = dependency<typeof PathToRegexp>('path-to-regexp')

/** A pattern in Express's syntax: `/user/{id}/?` is `/user/:id{/}`. Undefined if a constraint or a host forbids it. */
export function toExpressPath(pattern: RoutePattern): string | undefined {
  const isSame = pattern.parts.every(
    (part) => part.type === 'literal' || part.constraint === undefined || part.constraint.source === '.+',
  )
  return pattern.host === undefined && isSame ? toRouteLabel(pattern) : undefined
}

/** A pattern in Express's syntax for people and their tools. It lacks the constraints and the host. */
export function toRouteLabel({ parts, optionalTrailingSlash }: RoutePattern): string {
  const tokens: Token[] = parts.map((part) =>
    part.type === 'literal'
      ? { type: 'text', value: part.text }
      : { type: part.constraint?.spansSegments === true ? 'wildcard' : 'param', name: part.name },
  )
  if (optionalTrailingSlash) tokens.push({ type: 'group', tokens: [{ type: 'text', value: '/' }] })
  return pathToRegexp().stringify({ tokens })
}

type VariablePart = Extract<RoutePatternPart, { type: 'variable' }>

/** A limit for the combinations of optional groups. */
const maxAlternatives = 64

/**
 * The patterns that an Express-style path represents, the longest first: `/users/:id{/:tab}` is
 * `/users/{id}/{tab}` and `/users/{id}`. A wildcard `*path` is `{<.+>path}`. Escapes are text, as in Express.
 *
 * @throws TypeError of path-to-regexp for a malformed path, SyntaxProblem for a path that a route file could not have
 */
export function parseExpressPath(path: string, unencoded?: UnencodedLiterals): RoutePattern[] {
  const { tokens } = pathToRegexp().parse(path)
  if (unencoded !== 'encode') refuseSyntax(path, tokens)
  return expandGroups(tokens).map((text) => {
    const pattern = scanRoutePattern(new LineScanner(text === '' ? '/' : text), unencoded)
    if (text.includes('//')) {
      const message = 'An empty segment is no part of a path: "//" would mean "/"'
      throw new SyntaxProblem('E_ROUTE_SYNTAX', message, Math.max(0, path.indexOf('//')), 'write one slash')
    }
    return { ...pattern, parts: splitAsExpress(path, pattern.parts) }
  })
}

/**
 * Adds constraints to variables that accept less in Express than here. In `/:a-:b` the second variable does not contain
 * the text between them, or it is that text (except after a wildcard): `/1-2-3` gives `1-2` to `a`, and `/1-2-` is
 * refused. In `/*a/x/*b` the second wildcard does not contain `/x/`, or it is a single segment. A path that no
 * constraint can express is refused.
 */
function splitAsExpress(path: string, parts: readonly RoutePatternPart[]): RoutePatternPart[] {
  return parts.map((part, index) => {
    if (part.type === 'literal') return part
    const between = textBetween(parts, index)
    if (between === undefined)
      return isWildcard(part) ? withoutTextBehindWildcard(part, parts.slice(0, index)) : part
    const isThird = textBetween(parts, index - 2) !== undefined
    if (part.constraint !== undefined || between.length > 1 || isThird) {
      const message = `Express divides a segment among several variables in its own way: "${part.name}"`
      const hint = 'put a slash between them, or write the line in a route file'
      throw new SyntaxProblem('E_ROUTE_AMBIGUOUS', message, Math.max(0, path.indexOf(part.name)), hint)
    }
    const escaped = escapeText(between)
    const alternative = isWildcard(parts[index - 2]) ? '' : `|${escaped}`
    return { ...part, constraint: parseConstraint(`[^/${between === '-' ? '\\-' : escaped}]+${alternative}`) }
  })
}

function withoutTextBehindWildcard(part: VariablePart, before: readonly RoutePatternPart[]): VariablePart {
  const text = before[before.findLastIndex(isWildcard) + 1]
  if (!before.some(isWildcard) || text?.type !== 'literal') return part
  return {
    ...part,
    constraint: text.text === '/' ? undefined : parseConstraint(`(?:(?!${escapeText(text.text)}).)+|[^/]+`),
  }
}

function escapeText(text: string): string {
  return text.replaceAll(/[.^[\]\\$*+()|?{}]/g, '\\$&')
}

function isWildcard(part: RoutePatternPart | undefined): part is VariablePart {
  return part?.type === 'variable' && part.constraint?.spansSegments === true
}

/** The text between a variable and an earlier variable in the same segment. */
function textBetween(parts: readonly RoutePatternPart[], index: number): string | undefined {
  const [before, between, part] = [parts[index - 2], parts[index - 1], parts[index]]
  const isBetween = before?.type === 'variable' && between?.type === 'literal' && part?.type === 'variable'
  return isBetween && !between.text.includes('/') ? between.text : undefined
}

/** Refuses characters that would be syntax in a route file. A URL must encode them anyway. */
function refuseSyntax(path: string, tokens: readonly Token[]): void {
  for (const token of tokens) {
    if (token.type === 'group') refuseSyntax(path, token.tokens)
    const found = token.type === 'text' ? syntaxCharacter.exec(token.value)?.[0] : undefined
    if (found !== undefined) {
      const hint = `write ${encodeURIComponent(found)}`
      throw new SyntaxProblem('E_ROUTE_UNENCODED', `A URL must encode "${found}"`, path.indexOf(found), hint)
    }
  }
}

const syntaxCharacter = /[{}?#<> \t]/

function expandGroups(tokens: readonly Token[]): string[] {
  let alternatives = ['']
  for (const token of tokens) {
    const endings = token.type === 'group' ? [...expandGroups(token.tokens), ''] : [toPatternText(token)]
    alternatives = alternatives.flatMap((start) => endings.map((ending) => start + ending))
    if (alternatives.length > maxAlternatives)
      throw new RangeError(`A path may have at most ${maxAlternatives} alternatives`)
  }
  return alternatives
}

function toPatternText(token: Exclude<Token, { type: 'group' }>): string {
  if (token.type === 'param') return `{${token.name}}`
  if (token.type === 'wildcard') return `{<.+>${token.name}}`
  return token.value.replaceAll(new RegExp(syntaxCharacter, 'g'), encodeURIComponent)
}
