import { NotImplementedException } from '../exceptions/rest-exceptions.js'

/** A request that is executed only once, even if its sender repeats it. */
export interface IdempotentRequest {
  /** A key from the sender. It is unique among the sender's requests to this collection. */
  readonly key: string
  /** A hash of the body. A request with the same key and another fingerprint is refused. */
  readonly fingerprint: string
}

export function noMemoryOfRequests(): NotImplementedException {
  return new NotImplementedException(
    'An Idempotency-Key cannot be remembered, because the store remembers no requests, or an overriding create takes no context',
  )
}
