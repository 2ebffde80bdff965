import type { MethodOverride } from '../../matching/match-request.js'
import { methodAfterOverride } from '../../matching/method-after-override.js'
import { checkOptions } from '../../check-options.js'
import { routerOptionNames } from '../../router-options.js'
import type { HostRequest, Middleware } from '../../hosts/host.js'

/**
 * Lets a request choose another method by the header `X-HTTP-Method-Override` or the query key of the same name. Use it
 * before guards, so they see the final method.
 *
 * @param mode `post`: from POST to PUT, PATCH or DELETE; `compat`: from and to any method except WS
 */
export function methodOverride(mode: Exclude<MethodOverride, false> = 'post'): Middleware {
  checkOptions('methodOverride', { methodOverride: mode }, routerOptionNames)
  return (request, _response, next) => {
    overrideMethod(request, mode)
    next()
  }
}

/** @throws BadRequestException for a method that the mode does not allow */
export function overrideMethod(request: HostRequest, mode: MethodOverride): void {
  const { method, headers, url } = request
  request.method = methodAfterOverride({ method, path: url, headers }, mode)
}
