/** Thrown after a wait that took too long. The code is the same as for network timeouts. */
export class DeadlineException extends Error {
  override readonly name = 'DeadlineException'
  readonly code = 'ETIMEDOUT'

  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`)
  }
}

/** Waits for a promise, and rejects after the deadline. A late result is passed to `late`. */
export async function withDeadline<Result>(
  promise: Promise<Result>,
  milliseconds: number,
  what: string,
  late?: (result: Result) => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new DeadlineException(what, milliseconds))
    }, milliseconds)
    const take = (result: Result): void => {
      clearTimeout(timer)
      if (isLate) late?.(result)
      else resolve(result)
    }
    const fail = (error: unknown): void => {
      clearTimeout(timer)
      reject(error)
    }
    promise.then(take, fail)
  })
}
