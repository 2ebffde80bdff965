import type { Route } from '@mvc-router/router-core'
import type { ProjectTable } from '../routes/project-table.js'
import { didYouMean } from '../terminal/did-you-mean.js'
import type { ProjectFile } from '../programs/project-file.js'
import type { SourcePlace } from '../terminal/source-text.js'
import { isIgnored, type Finding } from './finding.js'

/**
 * Finds names after `use=` that no program defines in an object `middleware: { ... }`, if the checked programs define at
 * least one name. Warns about defined names that no line uses.
 */
export function checkMiddleware(table: ProjectTable, files: readonly ProjectFile[]): Finding[] {
  const { routes } = table.router
  const places = new Map<string, SourcePlace>()
  const ignored = new Set<string>()
  for (const { middleware, source } of files) {
    for (const { name, start } of middleware.names) {
      const place = source.place(start)
      places.set(name, place)
      if (isIgnored(place, source)) ignored.add(name)
    }
  }
  // If the program may define more names at run time, an unknown name is no mistake.
  const isOpen = files.some(({ middleware }) => middleware.isOpen)
  const used = new Map<string, Route>()
  for (const route of routes) for (const name of route.middleware) if (!used.has(name)) used.set(name, route)
  const findings: Finding[] = []
  if (places.size === 0 || routes.length === 0) return findings
  for (const [name, route] of used) {
    if (isOpen || places.has(name)) continue
    const hint = didYouMean(name, [...places.keys()])
    const message = `No middleware is called "${name}"`
    const place = placeOf(name, table) ?? table.placeOf(route)
    findings.push({ code: 'E_MIDDLEWARE_UNKNOWN', message, severity: 'error', ...hint, ...place })
  }
  for (const [name, place] of places) {
    if (used.has(name) || ignored.has(name)) continue
    const message = `No line uses the middleware "${name}"`
    findings.push({ code: 'W_MIDDLEWARE_UNUSED', message, severity: 'warning', ...place })
  }
  return findings
}

function placeOf(name: string, { documents }: ProjectTable): SourcePlace | undefined {
  for (const { source, middleware } of documents.values()) {
    const used = middleware.find((each) => each.name === name)
    if (used !== undefined) return source.place(used.start)
  }
  return undefined
}
