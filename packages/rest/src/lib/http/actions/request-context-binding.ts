import type { ParameterBinding } from '@mvc-router/router-core/express'
import type { RequestContext } from '../../service/request-context.js'
import { HttpRequestContext } from './http-request-context.js'

/** The context of the request, for actions that call methods of generic controllers and services: `@Params(requestContext())`. */
export function requestContext(): ParameterBinding<RequestContext> {
  return binding
}

const binding: ParameterBinding<RequestContext> = {
  source: 'request',
  name: 'context',
  resolve: ({ request, response }) => new HttpRequestContext(request, response),
}
