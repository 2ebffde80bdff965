import type { RouteFileProblem } from '../exceptions.js'
import { expiresName, isSigned, minKeyLength, signatureName } from '../signing/link-signer.js'
import { variablesOf } from '../syntax/pattern/route-pattern.js'
import type { RouteLine } from '../syntax/route-line.js'

/** Signed lines that could not be signed: the table has no keys, or a variable has a name of the signature. */
export function findUnsignedLines(lines: readonly RouteLine[], hasKeys: boolean): RouteFileProblem[] {
  return lines.filter(isSigned).flatMap((line) => {
    const problem = (message: string, hint: string): RouteFileProblem => {
      const { file, line: number, lineText } = line
      return { code: 'E_ROUTE_SIGNED', message, hint, file, line: number, column: 1, lineText }
    }
    const taken = variablesOf(line.pattern).find(({ name }) => name === expiresName || name === signatureName)
    if (taken !== undefined)
      return problem(
        `The variable {${taken.name}} has a name of the signature`,
        'give the variable another name',
      )
    const hint = `give the option signingKeys: a list of texts of at least ${minKeyLength} characters`
    return hasKeys ? [] : problem('This line is signed, and there are no keys to sign with', hint)
  })
}
