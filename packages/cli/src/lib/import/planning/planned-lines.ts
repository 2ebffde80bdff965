import type { TranslatedPath } from '../paths/translated-path.js'
import type { Registration } from '../program/values/values.js'
import { countedConditions } from './registered-conditions.js'
import type { PlannedFile, PlannedLine } from './route-plan.js'

/** The patterns of a path as Express takes it: a last slash is forgiven, unless routing is strict. */
export function patternsFor(path: TranslatedPath, { router, name }: PlannedFile, isRegex: boolean): string[] {
  const isMounted = name !== ''
  if (path.pattern === '/') return [isMounted ? '/?' : '/']
  // Below a mount, `*` takes the mount's own path as well.
  if (path.acceptsNothing && isMounted) return ['/?', path.pattern]
  if (path.takesLastSlash || (router.isStrict && !isRegex)) return [path.pattern]
  return [`${path.pattern.replace(/\/$/, '')}/?`]
}

/** Adds a line for a registration. */
export function addLine(
  file: PlannedFile,
  registration: Registration,
  line: Omit<PlannedLine, 'type' | 'place' | 'isConditional'>,
): void {
  file.entries.push({
    type: 'line',
    ...line,
    middleware: distinct(line.middleware),
    place: registration.place,
    isConditional: countedConditions(registration).length > 0,
  })
}

export function distinct(names: readonly string[]): string[] {
  return [...new Set(names)]
}
