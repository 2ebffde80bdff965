import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import {
  createServer,
  RouterHandlerMapping,
  type ExpressRequest,
  type ExpressResponse,
} from '@mvc-router/router-core/express'
import express from 'express'

/** A mapping of these lines whose actions count that they were called, and answer nothing. */
export async function loadMapping(
  text: string,
): Promise<{ readonly mapping: RouterHandlerMapping; readonly answered: () => number }> {
  let count = 0
  const controllers: Record<string, Record<string, () => void>> = {}
  for (const [, controller = '', action = ''] of text.matchAll(/\s(\w+)\.(\w+)$/gm))
    (controllers[controller] ??= {})[action] = () => void count++
  const mapping = new RouterHandlerMapping({ routeFiles: () => text, controllers })
  await mapping.load()
  return { mapping, answered: () => count }
}

type Arguments = [request: ExpressRequest, response: ExpressResponse, next: () => void]

let arrived: Arguments[] = []
let following: () => void

// One application for all requests: each has prototypes of its own for them, which V8 would have to learn.
const app = express()
app.use((request, response) => {
  // Express has taken the path from the URL when it comes to a middleware.
  if (request.path !== '') arrived.push([request, response, following])
})

/** Who makes requests and responses: Node, or a server of `createServer`. */
export interface Messages {
  readonly IncomingMessage: typeof IncomingMessage
  readonly ServerResponse: typeof ServerResponse
}

const ofNode: Messages = { IncomingMessage, ServerResponse }

/** Node keeps the constructors that a server was given under symbols of these names. */
export function messagesOfServer(): Messages {
  const server: object = createServer(app)
  const find = (name: string): unknown => {
    const symbol = Object.getOwnPropertySymbols(server).find(({ description }) => description === name)
    return symbol && Reflect.get(server, symbol)
  }
  return {
    IncomingMessage: find('IncomingMessage') as typeof IncomingMessage,
    ServerResponse: find('ServerResponse') as typeof ServerResponse,
  }
}

/** What Express gives to its first middleware, for requests that never touched a socket. */
export function createRequests(
  asked: readonly { readonly method: string; readonly path: string }[],
  next: () => void = () => undefined,
  messages = ofNode,
): Arguments[] {
  arrived = []
  following = next
  const socket = new Socket()
  for (const { method, path } of asked) {
    const request = Object.assign(new messages.IncomingMessage(socket), { method, url: path })
    app(request as express.Request, new messages.ServerResponse(request) as express.Response)
  }
  if (arrived.length !== asked.length) throw new Error('Express has lost requests')
  return arrived
}
