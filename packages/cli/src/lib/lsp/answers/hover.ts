import type { Span } from '../../terminal/source-text.js'
import type { Route } from '@mvc-router/router-core'
import { routeColumns } from '@mvc-router/router-core/tools'
import { placesOfAction } from './action-places.js'
import type { ProjectPlace, ProjectState } from '../project.js'
import { symbolAt } from './symbol-at.js'
import { counted } from '../../terminal/counted.js'
import { namedVariables } from '../../route-parts.js'

/** Describes the lines of a link or method with their URLs and arguments, and counts the links to these lines. */
export function describeAt(place: ProjectPlace): (Span & { readonly markdown: string }) | undefined {
  const { table } = place
  const symbol = symbolAt(place)
  if (symbol === undefined) return undefined
  const { start, end } = symbol
  switch (symbol.type) {
    case 'action': {
      const routes = table.routesOf(symbol.action)
      if (routes.length === 0) return { start, end, markdown: `No route has the action \`${symbol.action}\`` }
      return { start, end, markdown: describeRoutes(place, symbol.action, routes) }
    }
    case 'line': {
      const { routes } = symbol
      const [first] = routes
      if (first === undefined) return undefined
      const action = first.target.type === 'action' ? first.action : undefined
      return { start, end, markdown: describeRoutes(place, action, routes) }
    }
    case 'middleware': {
      const count = table.router.routes.filter(({ middleware }) => middleware.includes(symbol.name)).length
      return { start, end, markdown: `Middleware \`${symbol.name}\` of ${counted(count, 'line')}` }
    }
    case 'include': {
      const { entry } = symbol
      return { start, end, markdown: `Routes of \`${entry.name}\` below \`${entry.prefix.text}\`` }
    }
  }
}

function describeRoutes(state: ProjectState, action: string | undefined, routes: readonly Route[]): string {
  if (action === undefined) return block(routes)
  const names = [...new Set(routes.flatMap(argumentNames))]
  const places = placesOfAction(state, action)
  const links = places.filter(({ role }) => role === 'link' || role === 'redirect')
  const files = new Set(links.map(({ path }) => path)).size
  const methods = state.controllers.methodsOfAction(action).map(({ file }) => `\`${file.source.file}\``)
  return [
    block(routes),
    ...(names.length === 0 ? [] : [`Arguments: ${names.map((name) => `\`${name}\``).join(', ')}`]),
    links.length === 0
      ? 'No link leads here.'
      : `${counted(links.length, 'link')} in ${counted(files, 'file')}`,
    ...(methods.length === 0 ? [] : [`Method in ${methods.join(', ')}`]),
  ].join('\n\n')
}

/** Returns variables and query conditions, which links supply. */
export function argumentNames(route: Route): string[] {
  const variables = namedVariables(route).map(({ name }) => name)
  const conditions = route.predicates.flatMap(({ type, key }) => (type === 'absent' ? [] : [key]))
  return [...new Set([...variables, ...conditions])]
}

const maxShown = 10

function block(routes: readonly Route[]): string {
  const lines = routes.slice(0, maxShown).map((route) => {
    const [method, path, action, place] = routeColumns(route)
    return `${method}  ${path}  ${action}  # ${place}`
  })
  const more = routes.length > maxShown ? [`# and ${routes.length - maxShown} more`] : []
  return ['```mvc-routes', ...lines, ...more, '```'].join('\n')
}
