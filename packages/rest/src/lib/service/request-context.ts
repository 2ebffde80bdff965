import type { IncomingMessage } from 'node:http'

/**
 * The request that a method of a generic controller or service works for: its last parameter. It is `undefined` when a
 * program calls the method outside of any request. Who overrides a method passes it on: `super.findById(id, context)`.
 */
export interface RequestContext {
  readonly request: IncomingMessage
  /** Whoever your authentication says it is: `request.user`, where Passport and its like put it. */
  readonly user: unknown
  /** Aborted when the client is gone before it has its answer. */
  readonly signal: AbortSignal
}
