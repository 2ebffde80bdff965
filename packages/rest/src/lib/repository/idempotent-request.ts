import { NotImplementedException } from '../exceptions/rest-exceptions.js'

/** A request that its sender may send again, not knowing whether it was done: it is done once. */
export interface IdempotentRequest {
  /** What the sender calls it, among all that it sends to this collection. */
  readonly key: string
  /** Stands for what is asked: another request with the same key is refused. */
  readonly fingerprint: string
}

export function noMemoryOfRequests(): NotImplementedException {
  return new NotImplementedException(
    'There is no memory here for an Idempotency-Key: the store has none, or an own create takes no context',
  )
}
