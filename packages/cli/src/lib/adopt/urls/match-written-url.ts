import type { Route, RoutePatternPart } from '@mvc-router/router-core'
import { staticTextOf, type UrlPiece } from '../../engines/written-url.js'

/** Values of a pattern's variables for a URL with holes: text, a hole, or several pieces. */
export type PieceArguments = ReadonlyMap<string, readonly UrlPiece[]>

/** A character of a path, or a hole, which represents text without a slash. */
type Symbol = string | (UrlPiece & { type: 'hole' })

/** Longer paths are not written by hand. */
const maxLength = 500

/**
 * Matches a path with holes against the pattern of a route. A literal of the route must be text in the path, and only a
 * variable may contain a hole. A constraint checks text. A hole is assumed to satisfy the constraint.
 */
export function matchPieces({ pattern }: Route, path: readonly UrlPiece[]): PieceArguments | undefined {
  if (!startsAlike(pattern.parts, path)) return undefined
  const symbols = path.flatMap((piece): Symbol[] =>
    piece.type === 'text' ? characters(piece.text) : [piece],
  )
  const { parts, optionalTrailingSlash } = pattern
  if (symbols.length > maxLength) return undefined
  const exact = matchParts(parts, 0, symbols, 0, new Set())
  if (exact !== undefined || !optionalTrailingSlash || symbols.at(-1) !== '/') return exact
  return matchParts(parts, 0, symbols.slice(0, -1), 0, new Set())
}

/** A cheap check that is false for nearly all lines. */
function startsAlike([part]: readonly RoutePatternPart[], [piece]: readonly UrlPiece[]): boolean {
  return part?.type !== 'literal' || (piece?.type === 'text' && piece.text.startsWith(part.text))
}

/** True if some values of the holes lead to the route. The value of a hole may be a literal of the route. */
export function mayMatchPieces({ pattern }: Route, path: readonly UrlPiece[]): boolean {
  const ofPath = segments(path.map((piece) => (piece.type === 'text' ? piece.text : '\0')).join(''))
  const ofRoute = segments(
    pattern.parts.map((part) => (part.type === 'literal' ? part.text : `\0${part.name}\0`)).join(''),
  )
  if (ofPath.length !== ofRoute.length) return false
  return ofPath.every((segment, index) => {
    const other = ofRoute[index] ?? ''
    if (segment.includes('\0')) return true
    if (!other.includes('\0')) return segment === other
    const [, name] = /^\0(\w+)\0$/.exec(other) ?? []
    const part = pattern.parts.find((each) => each.type === 'variable' && each.name === name)
    return part?.type !== 'variable' || part.constraint?.test(segment) !== false
  })
}

function segments(text: string): string[] {
  return text.replace(/^\//, '').replace(/\/$/, '').split('/')
}

function matchParts(
  parts: readonly RoutePatternPart[],
  index: number,
  symbols: readonly Symbol[],
  offset: number,
  failed: Set<number>,
): Map<string, readonly UrlPiece[]> | undefined {
  const part = parts[index]
  if (part === undefined) return offset === symbols.length ? new Map() : undefined
  if (part.type === 'literal') {
    const literal = characters(part.text)
    const isSame = literal.every((character, at) => symbols[offset + at] === character)
    return isSame ? matchParts(parts, index + 1, symbols, offset + literal.length, failed) : undefined
  }
  // A state that failed fails again, however it is reached.
  const state = index * (symbols.length + 1) + offset
  if (failed.has(state)) return undefined
  const { name, constraint } = part
  const following = parts[index + 1]
  const next = following?.type === 'literal' ? characters(following.text)[0] : undefined
  const slash = constraint?.spansSegments === true ? -1 : symbols.indexOf('/', offset)
  let end = slash < 0 ? symbols.length : slash
  // The longest value comes first, as in the router.
  for (; end >= offset; end--) {
    if (next !== undefined && symbols[end] !== next) continue
    const pieces = joined(symbols.slice(offset, end))
    if (!mayBe(pieces, constraint)) continue
    const rest = matchParts(parts, index + 1, symbols, end, failed)
    if (rest !== undefined) return new Map([[name, pieces], ...rest])
  }
  failed.add(state)
  return undefined
}

function characters(text: string): string[] {
  return Array.from(text)
}

function mayBe(
  pieces: readonly UrlPiece[],
  constraint: { readonly matchesEmpty: boolean; test(text: string): boolean } | undefined,
): boolean {
  if (pieces.length === 0) return constraint?.matchesEmpty === true
  const text = staticTextOf(pieces)
  return text === undefined || constraint === undefined || constraint.test(text)
}

function joined(symbols: readonly Symbol[]): UrlPiece[] {
  const pieces: UrlPiece[] = []
  for (const symbol of symbols) {
    const last = pieces.at(-1)
    if (typeof symbol !== 'string') pieces.push(symbol)
    else if (last?.type === 'text') pieces[pieces.length - 1] = { type: 'text', text: last.text + symbol }
    else pieces.push({ type: 'text', text: symbol })
  }
  return pieces
}
