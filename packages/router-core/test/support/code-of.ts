import { NoHandlerFoundException } from '@mvc-router/router-core'

/** The code of the error with which a link cannot be built. */
export function codeOf(run: () => unknown): string {
  try {
    run()
    return 'no error'
  } catch (error) {
    return error instanceof NoHandlerFoundException ? error.code : String(error)
  }
}
