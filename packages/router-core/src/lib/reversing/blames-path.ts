import type { NoHandlerFoundException } from '../exceptions.js'

/**
 * Whether a redirection could not be built because of a value that the path names, which the line does not fix. Then the
 * path names what does not exist, and the next line may answer it.
 */
export function blamesPath(
  { candidates }: NoHandlerFoundException,
  ofPath: Readonly<Record<string, string>>,
  fixedArguments: Readonly<Record<string, string>>,
): boolean {
  return candidates.some(
    ({ argument = '' }) => Object.hasOwn(ofPath, argument) && !Object.hasOwn(fixedArguments, argument),
  )
}
