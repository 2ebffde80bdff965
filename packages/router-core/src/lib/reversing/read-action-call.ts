import { attempt } from '@mvc-router/constraint-language'
import { NoHandlerFoundException, printable } from '../exceptions.js'
import { nearestHint, nearestNames } from '../nearest-names.js'
import { shorten } from '../printable.js'
import { parseActionCall } from '../syntax/action-call.js'
import { SyntaxProblem } from '../syntax/line-scanner.js'
import { copyArguments, givenNames, type ReverseArguments } from './reverse-arguments.js'

/**
 * Reads `"a.b(id:'5')"` as `"a.b"` with the argument `id`. Arguments in `given` win.
 *
 * @param isName true for the name of a line
 * @param names the names to suggest for a malformed action
 * @throws NoHandlerFoundException
 */
export function readActionCall(
  action: string,
  given: ReverseArguments,
  isName: (name: string) => boolean,
  names: Iterable<string> = [],
): { readonly name: string; readonly args: ReverseArguments } {
  const call = attempt(SyntaxProblem, () => parseActionCall(action, isName))
  if (call instanceof SyntaxProblem) {
    const suggestions = nearestNames(action, names)
    const hint = nearestHint(suggestions) ?? call.hint
    throw new NoHandlerFoundException(
      `Cannot reverse "${printable(shorten(action, 100))}": ${call.message} at character ${call.offset + 1}: ${hint}`,
      { code: 'E_REVERSE_BAD_ACTION', action, suggestions },
      { cause: call },
    )
  }
  givenNames(call.action, given)
  return { name: call.action, args: { ...call.fixedArguments, ...copyArguments(call.action, given) } }
}
