import { BadRequestException, wrongOption } from '../../exceptions.js'
import { allowedHost, createHostPolicy } from '../../reversing/host-policy.js'
import type { RouterOptions } from '../../router-options.js'
import type { Middleware } from '../../hosts/host.js'
import { settingsOf } from '../../hosts/host-settings.js'

/**
 * A middleware that answers 400 if the request's host is not in `allowedHosts`.
 *
 * @throws ConfigurationException if `allowedHosts` is empty
 */
export function requireAllowedHost({
  baseUrl,
  allowedHosts = [],
}: Pick<RouterOptions, 'baseUrl' | 'allowedHosts'>): Middleware {
  const policy = createHostPolicy(baseUrl, allowedHosts)
  if (policy.allowedHosts.length === 0) {
    throw wrongOption('requireAllowedHost', 'needs the option allowedHosts')
  }
  return (request, _response, next) => {
    const isAllowed = allowedHost(settingsOf(request).authority(request), policy) !== undefined
    next(isAllowed ? undefined : new BadRequestException('The host of the request is not allowed'))
  }
}
