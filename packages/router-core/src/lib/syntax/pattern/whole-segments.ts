import type { RoutePattern, RoutePatternPart } from './route-pattern.js'

/** True if a part is a whole segment: all text between two slashes, or after the last one. */
export function isWholeSegment(parts: readonly RoutePatternPart[], index: number): boolean {
  const before = parts[index - 1]
  const after = parts[index + 1]
  return (
    before?.type === 'literal' &&
    before.text.endsWith('/') &&
    (after === undefined || (after.type === 'literal' && after.text.startsWith('/')))
  )
}

/** True if each variable is a whole segment, so slashes show where it starts and ends. */
export function hasWholeSegmentsOnly({ parts }: RoutePattern): boolean {
  return parts.every(
    (part, index) =>
      part.type === 'literal' || (part.constraint?.spansSegments !== true && isWholeSegment(parts, index)),
  )
}
