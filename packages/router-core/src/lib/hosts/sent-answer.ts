import type { ServerResponse } from 'node:http'
import { readProperty, type HostResponse } from './host.js'

const givenKey: unique symbol = Symbol('answer is given')

interface Known extends HostResponse {
  [givenKey]?: true
}

/** Notes that a host has the whole answer and will send it later: Koa after its middleware, Fastify after its hooks. */
export function markGiven(response: HostResponse): void {
  ;(response as Known)[givenKey] = true
}

/** True if the head of an answer is sent, or if the host has the whole answer. */
export function isSent(response: HostResponse): boolean {
  return response.headersSent || isGiven(response)
}

/** True if an answer has been ended. If only its head is sent, the action may still write to it. */
export function isEnded(response: ServerResponse): boolean {
  return response.writableEnded || isGiven(response)
}

function isGiven(response: ServerResponse): boolean {
  return readProperty(response as Known, givenKey) === true
}

/** Ends an answer that fails after its start. An HTTP/2 stream that is only destroyed would look complete. */
export function cutOff(response: ServerResponse): void {
  const { stream } = response as { readonly stream?: { close(code: number): void } }
  if (stream === undefined) response.destroy()
  else stream.close(internalError)
}

/** INTERNAL_ERROR of RFC 9113, section 7. */
const internalError = 2
