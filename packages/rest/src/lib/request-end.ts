import { AsyncLocalStorage } from 'node:async_hooks'
import { ServiceUnavailableException } from './exceptions/rest-exceptions.js'

/**
 * The end of a request that took too long. Its transactions and connections end too, even if a promise of the
 * application never settles.
 */
export class RequestEnd {
  readonly #listeners = new Set<() => void>()
  #isOver = false

  /** Calls `listener` at the end, or immediately if the request has already ended. Returns a function that removes the listener. */
  onEnd(listener: () => void): () => void {
    if (this.#isOver) listener()
    else this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  end(): void {
    this.#isOver = true
    for (const listener of this.#listeners) listener()
    this.#listeners.clear()
  }
}

const storage = new AsyncLocalStorage<RequestEnd>()

/** Runs `act`, and everything asynchronous that it starts, as a part of the request. */
export function inRequest<Result>(end: RequestEnd, act: () => Result): Result {
  return storage.run(end, act)
}

/** Returns the end of the current request. */
export function requestEnd(): RequestEnd | undefined {
  return storage.getStore()
}

/** @throws ServiceUnavailableException (503) if the request ends before the work */
export async function untilRequestEnds<Result>(work: () => Promise<Result>): Promise<Result> {
  const request = requestEnd()
  if (request === undefined) return work()
  let forget: (() => void) | undefined
  const ended = new Promise<never>((_, reject) => {
    forget = request.onEnd(() => reject(requestHasEnded()))
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    forget?.()
  }
}

/** Creates the exception for work that continues after the end of its request or of its transaction. */
export function requestHasEnded(): ServiceUnavailableException {
  return new ServiceUnavailableException('The request or the transaction of this work has ended')
}
