/** Runs a function. Returns its result, or the exception if it throws one of this class. */
export function attempt<Result, Failure extends Error>(
  failure: abstract new (...args: never[]) => Failure,
  run: () => Result,
): Result | Failure {
  try {
    return run()
  } catch (error) {
    if (error instanceof failure) return error
    throw error
  }
}
