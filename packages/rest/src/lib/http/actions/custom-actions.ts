import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  httpRequest,
  httpResponse,
  ModelAndView,
  Params,
  Redirect,
  ResponseEntity,
} from '@mvc-router/router-core/express'
import { activeView } from '../../view/json-view.js'
import type { ResponseWriter } from '../response/response-writer.js'
import { type ActionMetadata, applicationMethods, type Method } from './application-methods.js'
import type { Actions } from './crud-actions.js'

/** The actions that an application wrote itself; their results are written as negotiated bodies, in their views. */
export function customActions(controller: object, writer: ResponseWriter): Actions {
  return Object.fromEntries(
    Array.from(applicationMethods(controller), ([name, { method, metadata }]) => [
      name,
      toAction(controller, name, method, metadata, writer),
    ]),
  )
}

function toAction(
  controller: object,
  name: string,
  method: Method,
  { parameters, responseStatus }: ActionMetadata,
  writer: ResponseWriter,
): Actions[string] {
  const view = activeView(controller, name)
  const bindings = parameters ?? [httpRequest(), httpResponse()]
  const answersItself = bindings.some(({ source }) => source === 'response')
  return Params(
    httpRequest<IncomingMessage>(),
    httpResponse<ServerResponse>(),
    ...bindings,
  )(async (request, response, ...values) => {
    const result = await method.apply(controller, values)
    if (response.headersSent || response.writableEnded || (result === undefined && answersItself))
      return undefined
    // Views and redirects are the router's to answer.
    if (result instanceof ModelAndView || result instanceof Redirect) return result
    const isWhole = result instanceof ResponseEntity || responseStatus === undefined
    writer.write(
      request,
      response,
      isWhole ? result : new ResponseEntity(result, { status: responseStatus }),
      view,
    )
    return undefined
  })
}
