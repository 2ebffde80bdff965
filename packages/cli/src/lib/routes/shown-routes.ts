import { isAbsolute, relative } from 'node:path'
import type { Route } from '@mvc-router/router-core'
import { routeColumns, routeJson, getOrInsert } from '@mvc-router/router-core/tools'
import type { Terminal } from '../terminal/terminal.js'
import { textTable } from '../terminal/text-table.js'

export interface ShownRoute {
  readonly method: string
  readonly action: string
  readonly columns: ReturnType<typeof routeColumns>
  readonly json: ReturnType<typeof routeJson>
}

/** Writes the columns of routes as a table that fits the terminal. */
export function routeTable(
  rows: readonly ShownRoute['columns'][],
  { columns, paint }: Pick<Terminal, 'columns' | 'paint'>,
): string {
  const [method, place] = (['green', 'dim'] as const).map((style) => ({
    paint: (text: string): string => paint(style, text),
  }))
  return textTable(
    rows,
    [method ?? {}, { breakAfter: '/ ' }, { breakAfter: '.(,:@/ ' }, place ?? {}],
    columns,
  )
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
