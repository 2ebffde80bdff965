/** Thrown after a wait that took too long. Its code is `ETIMEDOUT`, as for a timeout of the network. */
export class DeadlineException extends Error {
  override readonly name = 'DeadlineException'
  readonly code = 'ETIMEDOUT'

  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`)
  }
}

/** Waits for the result of a promise, and rejects after the deadline. A result that comes later goes to `late`. */
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
