import { NotImplementedException } from '../exceptions/rest-exceptions.js'

/** A request that is done only once, even if its sender repeats it. */
export interface IdempotentRequest {
  /** The sender's name for the request, among all that it sends to this collection. */
  readonly key: string
  /** Identifies the request. Another request with the same key is refused. */
  readonly fingerprint: string
}

export function noMemoryOfRequests(): NotImplementedException {
  return new NotImplementedException(
    'There is no memory here for an Idempotency-Key: the store has none, or an own create takes no context',
  )
}
