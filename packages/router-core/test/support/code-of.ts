import { NoHandlerFoundException } from '@mvc-router/router-core'

/** Returns the code of the NoHandlerFoundException that `run` throws. */
export function codeOf(run: () => unknown): string {
  try {
    run()
    return 'no error'
  } catch (error) {
    return error instanceof NoHandlerFoundException ? error.code : String(error)
  }
}
