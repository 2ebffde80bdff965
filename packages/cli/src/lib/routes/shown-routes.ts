import { isAbsolute, relative } from 'node:path'
import type { Route } from '@mvc-router/router-core'
import { routeColumns, routeJson, getOrInsert } from '@mvc-router/router-core/tools'

export interface ShownRoute {
  readonly method: string
  readonly action: string
  readonly columns: ReturnType<typeof routeColumns>
  readonly json: ReturnType<typeof routeJson>
}

/** @param cwd absolute file names become relative to this folder */
export function shownRoutes(routes: readonly Route[], cwd: string): ShownRoute[] {
  const names = new Map<string, string>()
  return routes.map((route) => {
    const { method, action, line } = route
    const file = getOrInsert(names, route.file, () =>
      isAbsolute(route.file) ? relative(cwd, route.file) : route.file,
    )
    const [methods, path, target] = routeColumns(route)
    const columns: ShownRoute['columns'] = [methods, path, target, `${file}:${line}`]
    return { method, action, columns, json: { ...routeJson(route), file } }
  })
}
