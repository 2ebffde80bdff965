import { nodesIn } from '../../script/syntax-fields.js'
import { parameterCount } from '../program/natives/express-values.js'
import type { ExpressRouter, Registration, Value } from '../program/values/values.js'

/** Whether a router, or one that is mounted below it, has a route. */
export function hasRoutes(router: ExpressRouter, seen: readonly ExpressRouter[] = []): boolean {
  if (seen.includes(router)) return false
  return router.registrations.some(
    (each) =>
      each.type === 'route' ||
      each.handlers.some((value) => value.type === 'router' && hasRoutes(value, [...seen, router])),
  )
}

/** Whether a registration gives lines, and not only middleware. */
export function makesLines(each: Registration): boolean {
  return (
    each.type === 'route' ||
    (each.type === 'use' && each.handlers.some((value) => value.type === 'router' && hasRoutes(value)))
  )
}

export function isErrorHandler(handler: Value | undefined): boolean {
  return handler !== undefined && parameterCount(handler) === 4
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
