import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Middleware } from '../host.js'

/** An Express application as the library uses it. Express's own type fits it, and has more. */
export interface ExpressApplication {
  (request: IncomingMessage, response: ServerResponse): unknown
  use(...handlers: Middleware[]): unknown
  use(path: string, ...handlers: Middleware[]): unknown
  set(setting: string, value: unknown): unknown
  get(setting: string): unknown
  engine(
    extension: string,
    render: (path: string, options: object, callback: (error: unknown, html?: string) => void) => void,
  ): unknown
  listen(port?: number, callback?: () => void): Server
}
