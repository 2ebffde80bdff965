import type { Router } from '@mvc-router/router-core'

/** The route files of a router, each once, in order. */
export function sourcesOf({ routes }: Pick<Router, 'routes'>): string[] {
  return [...new Set(routes.map(({ file }) => file))]
}
