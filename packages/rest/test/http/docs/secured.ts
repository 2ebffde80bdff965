import type { HandlerInterceptor } from '@mvc-router/router-core/express'

const roles = new WeakMap<object, string>()

/** Says who may run an action. */
export function Secured(role: string) {
  return (method: object, _context: ClassMethodDecoratorContext): void => {
    roles.set(method, role)
  }
}

/** Asks before every action, however the request is written: the role is a fact of the method, not of a path. */
export const securityInterceptor: HandlerInterceptor = {
  preHandle(request, response, { method }) {
    const role = method && roles.get(method)
    if (role === undefined || request.headers['x-role'] === role) return true // ask your session here
    response.statusCode = 403
    response.end('Forbidden')
    return false
  },
}
