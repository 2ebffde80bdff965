/** A database, or a connection to it, that was waited for too long. Its code is that of the network for the same. */
export class DeadlineException extends Error {
  override readonly name = 'DeadlineException'
  readonly code = 'ETIMEDOUT'

  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`)
  }
}

/** The promise's result, if it comes in time. A later one goes to `late`. */
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
