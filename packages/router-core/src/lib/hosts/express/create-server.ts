import type { IncomingMessage, Server, ServerOptions as NodeServerOptions, ServerResponse } from 'node:http'
import type * as Https from 'node:https'
import type { Server as TlsServer, ServerOptions as NodeTlsServerOptions } from 'node:https'
import { builtin, http } from '../../runtime.js'
import { ConfigurationException } from '../../exceptions.js'

const https = builtin<typeof Https>('node:https')

/** An application of Express 4 or 5. Its `request` and `response` are the prototypes of requests and responses. */
export interface ServableApplication {
  (request: IncomingMessage, response: ServerResponse): unknown
  readonly request: object
  readonly response: object
}

/** The options of `http.createServer`. */
export type ServerOptions = Omit<NodeServerOptions, 'IncomingMessage' | 'ServerResponse'>

/** The options of `https.createServer`, with a certificate, a function that finds a certificate, or a shared key. */
export type TlsServerOptions = Omit<NodeTlsServerOptions, 'IncomingMessage' | 'ServerResponse'> &
  (
    | { readonly cert: NonNullable<NodeTlsServerOptions['cert']> }
    | { readonly pfx: NonNullable<NodeTlsServerOptions['pfx']> }
    | { readonly SNICallback: NonNullable<NodeTlsServerOptions['SNICallback']> }
    | { readonly pskCallback: NonNullable<NodeTlsServerOptions['pskCallback']> }
  )

/**
 * Creates a server that answers like `app.listen`, but faster: `createServer(app).listen(3000)`.
 *
 * Express changes the prototype of every request and response, and V8 then loses its optimizations for them. This
 * server creates them with the application's prototypes, so Express has nothing to change. Mounted applications still
 * change the prototypes, and change them back.
 *
 * @param options the options of `http.createServer`; with a certificate, the options of `https.createServer`
 * @throws ConfigurationException for anything but an Express application
 */
export function createServer(application: ServableApplication, options: TlsServerOptions): TlsServer
export function createServer(application: ServableApplication, options?: ServerOptions): Server
export function createServer(
  application: ServableApplication,
  options: ServerOptions | TlsServerOptions = {},
): Server | TlsServer {
  checkApplication(application)
  const allOptions: NodeTlsServerOptions = {
    ...options,
    IncomingMessage: withPrototype(http().IncomingMessage, application.request),
    ServerResponse: withPrototype(http().ServerResponse, application.response),
  }
  const { cert, pfx, SNICallback, pskCallback } = allOptions
  return (cert ?? pfx ?? SNICallback ?? pskCallback) === undefined
    ? http().createServer(allOptions, application)
    : https().createServer(allOptions, application)
}

function checkApplication(application: ServableApplication): void {
  const isExpress =
    typeof application === 'function' &&
    application.request instanceof http().IncomingMessage &&
    application.response instanceof http().ServerResponse
  if (!isExpress)
    throw new ConfigurationException(
      'application',
      'createServer: expected an Express application, the result of express()',
    )
}

/**
 * A subclass of `Base` whose instances have this prototype. It is a function, because a `class` has a fixed prototype.
 *
 * The constructor must inherit from `Base`, so that V8 reserves room for the properties that `Base` assigns. Without
 * this room, messages become hash tables (4 µs for each message instead of 0.3). `Reflect.construct` is even slower: on
 * Node 20 it creates a hidden class for each message (50 µs).
 */
function withPrototype<Base extends typeof IncomingMessage | typeof ServerResponse>(
  Base: Base,
  prototype: object,
): Base {
  // Node passes two arguments, Bun passes more.
  function Message(this: object, ...given: unknown[]): void {
    Reflect.apply(Base, this, given)
  }
  Object.setPrototypeOf(Message, Base)
  Message.prototype = prototype
  return Message as unknown as Base
}
