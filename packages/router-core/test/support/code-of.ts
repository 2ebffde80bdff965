import { NoHandlerFoundException } from '@mvc-router/router-core'

/** Returns the code of the error that building a link throws. */
export function codeOf(run: () => unknown): string {
  try {
    run()
    return 'no error'
  } catch (error) {
    return error instanceof NoHandlerFoundException ? error.code : String(error)
  }
}
