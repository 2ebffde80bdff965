import { isAbsolute, relative } from 'node:path'
import type { Route } from '@mvc-router/router-core'
import { routeColumns, routeJson } from '@mvc-router/router-core/tools'

/** A route as commands print and choose it. */
export interface ShownRoute {
  readonly method: string
  readonly action: string
  readonly columns: ReturnType<typeof routeColumns>
  readonly json: ReturnType<typeof routeJson>
}

/** @param cwd absolute names of files become relative to it */
export function shownRoute(route: Route, cwd: string): ShownRoute {
  const { method, action, line } = route
  const file = isAbsolute(route.file) ? relative(cwd, route.file) : route.file
  const [methods, path, target] = routeColumns(route)
  return {
    method,
    action,
    columns: [methods, path, target, `${file}:${line}`],
    json: { ...routeJson(route), file },
  }
}
