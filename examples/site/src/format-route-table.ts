import type { Route } from '@mvc-router/router-core'

/** The routes in columns, as they stand in the route files. */
export function formatRouteTable(routes: readonly Route[]): string {
  const rows = routes.map(({ method, host = '', path, action, args }) => {
    const fixed = Object.entries(args).map(([name, value]) => `${name}:'${value}'`)
    return [method, host + path, fixed.length === 0 ? action : `${action}(${fixed.join(', ')})`] as const
  })
  const methodWidth = Math.max(...rows.map(([method]) => method.length))
  const pathWidth = Math.max(...rows.map(([, path]) => path.length))
  return rows
    .map(([method, path, action]) => `${method.padEnd(methodWidth)}  ${path.padEnd(pathWidth)}  ${action}`)
    .join('\n')
}
