import { parse, stringify, type Token } from 'path-to-regexp'
import { LineScanner, SyntaxProblem } from './line-scanner.js'
import { scanRoutePattern, type RoutePattern, type UnencodedLiterals } from './route-pattern.js'

/** A pattern in Express's syntax: `/user/{id}/?` is `/user/:id{/}`. Undefined where constraints or a host forbid it. */
export function toExpressPath(pattern: RoutePattern): string | undefined {
  const isSame = pattern.parts.every(
    (part) => part.type === 'literal' || part.constraint === undefined || part.constraint.source === '.+',
  )
  return pattern.host === undefined && isSame ? toRouteLabel(pattern) : undefined
}

/** The same for people and their tools: without the constraints and the host, which Express cannot say. */
export function toRouteLabel({ parts, optionalTrailingSlash }: RoutePattern): string {
  const tokens: Token[] = parts.map((part) =>
    part.type === 'literal'
      ? { type: 'text', value: part.text }
      : { type: part.constraint?.spansSegments === true ? 'wildcard' : 'param', name: part.name },
  )
  if (optionalTrailingSlash) tokens.push({ type: 'group', tokens: [{ type: 'text', value: '/' }] })
  return stringify({ tokens })
}

/** More combinations of optional groups are a mistake. */
const maxAlternatives = 64

/**
 * The patterns that an Express-style path stands for, the longest first: `/users/:id{/:tab}` is
 * `/users/{id}/{tab}` and `/users/{id}`. A wildcard `*path` is `{<.+>path}`. Escapes are text, as in Express.
 *
 * @throws TypeError of path-to-regexp for a malformed path, SyntaxProblem for what a route file could not hold
 */
export function parseExpressPath(path: string, unencoded?: UnencodedLiterals): RoutePattern[] {
  const { tokens } = parse(path)
  if (unencoded !== 'encode') refuseSyntax(path, tokens)
  return expandGroups(tokens).map((text) =>
    scanRoutePattern(new LineScanner(text === '' ? '/' : text), unencoded),
  )
}

/** What the syntax of route files would not take for text is what a URL must encode. */
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
