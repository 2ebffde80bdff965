import type { NoHandlerFoundException } from '../exceptions.js'

/**
 * True if a redirection failed because of a value in the path, and not because of a fixed argument. Then the path does
 * not exist, and the next line may answer it.
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
