import type { MethodOverride } from '../../matching/match-request.js'
import { effectiveMethod } from '../../matching/match-route.js'
import { readRouterOptions } from '../../router-options.js'
import type { ExpressRequest, Middleware } from '../request/express-request.js'

/**
 * Lets a request ask for another method: by the header `X-HTTP-Method-Override`, or the query key of the same name.
 * Goes first, so that guards behind it see the method that will run.
 *
 * @param mode `post` from POST to PUT, PATCH or DELETE; `compat` from and to any method
 */
export function methodOverride(mode: Exclude<MethodOverride, false> = 'post'): Middleware {
  readRouterOptions({ methodOverride: mode })
  return (request, _response, next) => {
    try {
      overrideMethod(request, mode)
    } catch (error) {
      next(error)
      return
    }
    next()
  }
}

/** @throws BadRequestException for another value than the mode allows */
export function overrideMethod(request: ExpressRequest, mode: MethodOverride): void {
  if (mode === false || (mode === 'post' && request.method !== 'POST')) return
  const question = request.url.indexOf('?')
  const query = question < 0 ? undefined : request.url.slice(question + 1)
  request.method = effectiveMethod(
    { method: request.method, path: '', headers: request.headers },
    { query },
    mode,
  )
}
