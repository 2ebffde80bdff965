import { ConfigurationException } from '../exceptions.js'
import type { HostName, HostRequest, HostResponse } from './host.js'
import { settingsOf } from './host-settings.js'

/** @throws ConfigurationException if no host has prepared the request, or if the mapping belongs to another host */
export function requireKnownHost(
  request: HostRequest,
  locals: HostResponse['locals'] | undefined,
  own: HostName | undefined,
): void {
  if (locals === undefined) throw unknownHost()
  if (own === undefined) return
  const { hostName } = settingsOf(request)
  if (hostName !== own)
    throw new ConfigurationException(
      'host',
      `This mapping was made for ${own}, and the request comes from ${hostName}: create another mapping for ${hostName}`,
    )
}

/** The error for arguments that the host of this `mvcRouter` does not pass. */
export function unknownHost(): ConfigurationException {
  return new ConfigurationException(
    'host',
    "The request comes from a host that is not known: take mvcRouter from '@mvc-router/router-core/node' for node:http, Connect and polka, or from /express, /fastify, /koa or /fetch for these hosts",
  )
}
