import type { Route } from '@mvc-router/router-core'
import type { ProjectTable } from '../routes/project-table.js'
import { didYouMean } from '../terminal/did-you-mean.js'
import type { ProjectFile } from '../programs/project-file.js'
import type { SourcePlace } from '../terminal/source-text.js'
import type { TemplateFinding } from './check-template.js'

/** Finds names after `use=` that no program defines, and defined names that no line uses. */
export function checkMiddleware(
  table: ProjectTable,
  files: readonly ProjectFile[],
): { readonly errors: TemplateFinding[]; readonly warnings: TemplateFinding[] } {
  const { routes } = table.router
  const places = new Map<string, SourcePlace>()
  for (const { middleware, source } of files)
    for (const { name, start } of middleware.names) places.set(name, source.place(start))
  // The program may define more names at run time.
  const isOpen = files.some(({ middleware }) => middleware.isOpen)
  const used = new Map<string, Route>()
  for (const route of routes) for (const name of route.middleware) if (!used.has(name)) used.set(name, route)
  const errors: TemplateFinding[] = []
  const warnings: TemplateFinding[] = []
  if (places.size === 0 && !isOpen) return { errors, warnings }
  for (const [name, route] of used) {
    if (isOpen || places.has(name)) continue
    const hint = didYouMean(name, [...places.keys()])
    const message = `No middleware is called "${name}"`
    const place = placeOf(name, table) ?? table.placeOf(route)
    errors.push({ code: 'E_MIDDLEWARE_UNKNOWN', message, ...hint, ...place })
  }
  for (const [name, place] of places) {
    if (used.has(name) || routes.length === 0) continue
    const message = `No line uses the middleware "${name}"`
    warnings.push({ code: 'W_MIDDLEWARE_UNUSED', message, ...place })
  }
  return { errors, warnings }
}

function placeOf(name: string, { documents }: ProjectTable): SourcePlace | undefined {
  for (const { source, middleware } of documents.values()) {
    const used = middleware.find((each) => each.name === name)
    if (used !== undefined) return source.place(used.start)
  }
  return undefined
}
