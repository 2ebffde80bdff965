import type { Route, RoutePatternPart } from '@mvc-router/router-core'
import { variablesOf } from '@mvc-router/router-core/tools'
import { hasHole } from './url-holes.js'

/** In UTF-16 units. Longer paths are not written by hand. */
const maxLength = 500

/** Returns the values of the variables. Only a variable may match a hole, and each hole counts as a valid value. */
export function matchWrittenPath({ pattern }: Route, path: string): ReadonlyMap<string, string> | undefined {
  const { parts, optionalTrailingSlash } = pattern
  if (path.length > maxLength) return undefined
  const exact = matchParts(parts, 0, path, 0, new Set())
  return exact === undefined && optionalTrailingSlash && path.endsWith('/')
    ? matchParts(parts, 0, path.slice(0, -1), 0, new Set())
    : exact
}

/** True if some values of the holes lead to the route: `/auth/{{ provider }}` may be `/auth/github`. */
export function mayMatchWrittenPath({ pattern }: Route, path: string): boolean {
  const ofPath = segments(path)
  const ofRoute = segments(
    pattern.parts.map((part) => (part.type === 'literal' ? part.text : `\0${part.name}\0`)).join(''),
  )
  if (ofPath.length !== ofRoute.length) return false
  return ofPath.every((segment, index) => {
    const other = ofRoute[index] ?? ''
    if (hasHole(segment)) return true
    if (!other.includes('\0')) return segment === other
    const [, name] = /^\0(\w+)\0$/.exec(other) ?? []
    return (
      variablesOf(pattern)
        .find((each) => each.name === name)
        ?.constraint?.test(segment) !== false
    )
  })
}

function segments(text: string): string[] {
  return text.replace(/^\//, '').replace(/\/$/, '').split('/')
}

function matchParts(
  parts: readonly RoutePatternPart[],
  index: number,
  text: string,
  offset: number,
  failed: Set<number>,
): Map<string, string> | undefined {
  const part = parts[index]
  if (part === undefined) return offset === text.length ? new Map() : undefined
  if (part.type === 'literal') {
    const isSame = text.startsWith(part.text, offset)
    return isSame ? matchParts(parts, index + 1, text, offset + part.text.length, failed) : undefined
  }
  // A state that has failed once always fails.
  const state = index * (text.length + 1) + offset
  if (failed.has(state)) return undefined
  const { name, constraint } = part
  const following = parts[index + 1]
  const next = following?.type === 'literal' ? following.text : ''
  const slash = constraint?.spansSegments === true ? -1 : text.indexOf('/', offset)
  // The longest value comes first, as in the router.
  for (let end = slash < 0 ? text.length : slash; end >= offset; end--) {
    const value = text.slice(offset, end)
    if (!text.startsWith(next, end) || !mayBe(value, constraint)) continue
    const rest = matchParts(parts, index + 1, text, end, failed)
    if (rest !== undefined) return new Map([[name, value], ...rest])
  }
  failed.add(state)
  return undefined
}

function mayBe(
  value: string,
  constraint: { readonly matchesEmpty: boolean; test(text: string): boolean } | undefined,
): boolean {
  if (value === '') return constraint?.matchesEmpty === true
  return constraint === undefined || hasHole(value) || constraint.test(value)
}
