import type { RouteFileProblem } from '../exceptions.js'
import type { Route } from './route.js'

/** The columns of a route: method, host and path, modifiers and action with fixed arguments, and `file:line`. */
export function routeColumns(route: Route): [method: string, path: string, action: string, place: string] {
  const { method, formats, host = '', path, predicates, file, line } = route
  const formatList = formats.length === 0 ? '' : `(${formats.join(',')})`
  const conditions = predicates.map(({ type, key, value }) => {
    if (type === 'present' || type === 'absent') return type === 'present' ? key : `!${key}`
    return `${key}${type === 'equal' ? '=' : '!='}${value}`
  })
  const conditionText = conditions.length === 0 ? '' : ` [${conditions.join(' ')}]`
  const target = [...wordsOf(route), actionText(route)].join(' ')
  return [method + formatList, `${host}${path}${conditionText}`, target, `${file}:${line}`]
}

function wordsOf({ middleware, modifiers }: Route): string[] {
  const { name, signed } = modifiers
  return [
    ...(typeof name === 'string' ? [`name=${name}`] : []),
    ...(signed === undefined ? [] : [signed === true ? 'signed' : `signed=${signed}`]),
    ...(middleware.length === 0 ? [] : [`use=${middleware.join(',')}`]),
  ]
}

/** The action with its fixed arguments: `pageController.show(page:'about')`. */
export function actionText({ action, args }: Pick<Route, 'action' | 'args'>): string {
  const fixed = Object.entries(args).map(
    ([name, value]) => `${name}:'${value.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`,
  )
  return fixed.length === 0 ? action : `${action}(${fixed.join(', ')})`
}

/** The parts of a route that programs read. */
export function routeJson(route: Route): Readonly<Record<string, unknown>> {
  const { method, host, path, action, args, formats, predicates, modifiers, middleware, file, line } = route
  return { method, host, path, action, args, formats, predicates, modifiers, middleware, file, line }
}

/** The variables of the path that have no fixed argument and no given value. */
export function freeVariables({ pattern, args }: Route, isGiven: (name: string) => boolean): string[] {
  return pattern.parts.flatMap((part) =>
    part.type === 'variable' && !isGiven(part.name) && !Object.hasOwn(args, part.name) ? [part.name] : [],
  )
}

/** The method of a link: the first method of a route, and `GET` for `*`. */
export function linkMethod({ method }: Pick<Route, 'method'>): string {
  return method === '*' ? 'GET' : (method.split('|', 1)[0] ?? method)
}

/** A problem of a whole line. A table does not keep the text of a line, so `lineText` is made from the route. */
export function toRouteProblem(
  { method, host = '', path, action, file, line }: Route,
  problem: Pick<RouteFileProblem, 'code' | 'message' | 'hint'>,
): RouteFileProblem {
  return { ...problem, file, line, column: 1, lineText: `${method} ${host}${path} ${action}` }
}
