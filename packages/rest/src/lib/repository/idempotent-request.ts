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
    'An Idempotency-Key cannot be remembered here, because the store remembers no requests, or because an overriding create takes no context',
  )
}
