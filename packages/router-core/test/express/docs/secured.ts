import type { HandlerInterceptor } from '@mvc-router/router-core/express'

const roles = new WeakMap<object, string>()

/** Names the role that may call an action. */
export function Secured(role: string) {
  return (method: object, _context: ClassMethodDecoratorContext): void => {
    roles.set(method, role)
  }
}

/** Checks the role before each action. The role belongs to the method, so the spelling of a URL does not matter. */
export const securityInterceptor: HandlerInterceptor = {
  preHandle(request, response, { method }) {
    const role = method && roles.get(method)
    if (role === undefined || request.headers['x-role'] === role) return true // ask your session here
    response.statusCode = 403
    response.end('Forbidden')
    return false
  },
}
