import { nodesIn } from '../../script/syntax-fields.js'
import { parameterCount } from '../program/natives/express-values.js'
import type { ExpressRouter, Registration, Value, RegisteredHandler } from '../program/values/values.js'

/** The routers that a call mounts, or lets answer. */
export function routersIn({ handlers }: Registration): ExpressRouter[] {
  return handlers.flatMap(({ value }) => (value.type === 'router' ? [value] : []))
}

/** A router and those that are mounted below it. */
export function routersBelow(router: ExpressRouter): ExpressRouter[] {
  const routers = new Set([router])
  // A set goes on with what is added to it on the way.
  for (const { registrations } of routers)
    for (const inner of registrations.flatMap(routersIn)) routers.add(inner)
  return [...routers]
}

/** Whether a router, or one that is mounted below it, has a route. */
export function hasRoutes(router: ExpressRouter): boolean {
  return routersBelow(router).some(({ registrations }) => registrations.some(({ type }) => type === 'route'))
}

/** Whether a registration gives lines, and not only middleware. */
export function makesLines(each: Registration): boolean {
  return each.type === 'route' || (each.type === 'use' && routersIn(each).some(hasRoutes))
}

/** The source of a function of the program; empty for other handlers. */
export function functionText({ value }: RegisteredHandler): string {
  if (value.type !== 'function') return ''
  const { node, scope } = value
  return scope.module.source.text.slice(node.start, node.end)
}

export function isErrorHandler(handler: RegisteredHandler | undefined): boolean {
  return handler !== undefined && parameterCount(handler.value) === 4
}

/** Whether a handler answers every request that it gets: a function that is not given `next`, a package that serves pages. */
export function answersAll(handler: Value): boolean {
  if (handler.type === 'unknown')
    return answeringPackage.test(`${handler.packagePath?.specifier ?? ''} ${madeBy(handler)}`)
  if (handler.type !== 'function' || handler.origin?.node !== handler.node) return false
  const parameters = nodesIn(handler.node, 'params')
  return parameters.length <= 2 && !parameters.some(({ type }) => type === 'RestElement')
}

/** Whether a call hands requests of every path, or of those that an expression takes, to a function that answers them. */
export function answersEveryPath({ type, paths, handlers, conditions }: Registration): boolean {
  return (
    type === 'use' &&
    conditions.length === 0 &&
    (paths.length === 0 || paths.some((each) => each.type !== 'text' || each.text === '/')) &&
    handlers.some(({ value }) => value.type === 'function' && answersAll(value))
  )
}

const answeringPackage =
  /swagger-ui-express|serve-index|serve-favicon|http-proxy|express-http-proxy|graphql|@apollo|bull-board|webpack-dev-middleware|express-status-monitor|redoc/

function madeBy(value: Value): string {
  const callee = value.type === 'unknown' ? value.callee : undefined
  if (callee?.type !== 'unknown') return ''
  return callee.packagePath?.specifier ?? madeBy(callee)
}
