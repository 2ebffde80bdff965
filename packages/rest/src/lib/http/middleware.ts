import type { IncomingMessage, ServerResponse } from 'node:http'

/** A middleware of Express, or of anything that calls its middleware like Express. */
export type Middleware = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** An error-handling middleware of Express: it is known by its four parameters. */
export type ErrorMiddleware = (
  error: unknown,
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void
