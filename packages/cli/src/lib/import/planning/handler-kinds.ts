import { nodesIn } from '../../script/syntax-fields.js'
import { parameterCount } from '../program/natives/express-values.js'
import type { ExpressRouter, Registration, Value, RegisteredHandler } from '../program/values/values.js'

/** The routers that a call mounts, or lets answer. */
export function routersIn({ handlers }: Registration): ExpressRouter[] {
  return handlers.flatMap(({ value }) => (value.type === 'router' ? [value] : []))
}

/** Whether a router, or one that is mounted below it, has a route. */
export function hasRoutes(router: ExpressRouter, seen: readonly ExpressRouter[] = []): boolean {
  if (seen.includes(router)) return false
  return router.registrations.some(
    (each) => each.type === 'route' || routersIn(each).some((inner) => hasRoutes(inner, [...seen, router])),
  )
}

/** Whether a registration gives lines, and not only middleware. */
export function makesLines(each: Registration): boolean {
  return each.type === 'route' || (each.type === 'use' && routersIn(each).some((router) => hasRoutes(router)))
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

const answeringPackage =
  /swagger-ui-express|serve-index|serve-favicon|http-proxy|express-http-proxy|graphql|@apollo|bull-board|webpack-dev-middleware|express-status-monitor|redoc/

function madeBy(value: Value): string {
  const callee = value.type === 'unknown' ? value.callee : undefined
  if (callee?.type !== 'unknown') return ''
  return callee.packagePath?.specifier ?? madeBy(callee)
}
