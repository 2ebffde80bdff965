import type { IncomingMessage } from 'node:http'
import {
  PreconditionFailedException,
  PreconditionRequiredException,
} from '../../exceptions/http-exceptions.js'
import { matchesStrongly, parseEntityTags, parseWeakTags } from './tag-headers.js'
import { namesState } from './row-tags.js'

/**
 * Returns a check for the transaction, or `undefined` without conditions. `If-Match: *` alone needs no check.
 *
 * @throws PreconditionRequiredException if `isRequired` is true and there is no `If-Match`
 */
export function writePrecondition<Current>(
  { headers }: IncomingMessage,
  stateOf: (current: Current) => readonly string[],
  isRequired: boolean,
): ((current: Current) => void) | undefined {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (isRequired && ifMatch === undefined) {
    throw new PreconditionRequiredException('A write needs If-Match, with the ETag of the last GET')
  }
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined
  // A condition that cannot be parsed is not met.
  const expected = ifMatch === undefined ? '*' : (parseEntityTags(ifMatch) ?? [])
  const unexpected = ifNoneMatch === undefined ? [] : (parseWeakTags(ifNoneMatch) ?? '*')
  if (expected === '*' && unexpected.length === 0) return undefined
  return (current) => {
    const state = stateOf(current)
    if (!namesState(expected, state) || namesState(unexpected, state)) throw failed()
  }
}

/** @throws PreconditionFailedException if `If-Match` contains no tag of the answer */
export function checkIfMatch({ headers }: IncomingMessage, tags: readonly string[]): void {
  const ifMatch = headers['if-match']
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, tags)) throw failed()
}

function failed(): PreconditionFailedException {
  return new PreconditionFailedException('The resource is not in the state that the request expects')
}
