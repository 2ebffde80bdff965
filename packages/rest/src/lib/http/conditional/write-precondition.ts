import type { IncomingMessage } from 'node:http'
import {
  PreconditionFailedException,
  PreconditionRequiredException,
} from '../../exceptions/http-exceptions.js'
import type { Syntax } from '../negotiation/response-format.js'
import { matchesStrongly, matchesWeakly, parseEntityTags } from './entity-tag.js'

/** The entity tag that a GET of this entity would have in this format. */
export type TagOf<Entity> = (entity: Entity, syntax: Syntax) => string

const syntaxes: readonly Syntax[] = ['json', 'xml', 'hal']

/**
 * The check that `If-Match` and `If-None-Match` ask for, to be run with the entity as it is in the transaction.
 * `undefined` when the request asks for nothing.
 * @throws PreconditionRequiredException when `isRequired` and there is no `If-Match`
 */
export function writePrecondition<Entity>(
  { headers }: IncomingMessage,
  tagOf: TagOf<Entity>,
  isRequired: boolean,
): ((current: Entity) => void) | undefined {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  if (isRequired && ifMatch === undefined) {
    throw new PreconditionRequiredException('A write needs If-Match, with the ETag of the last GET')
  }
  if (ifMatch === undefined && ifNoneMatch === undefined) return undefined
  const expected = ifMatch === undefined ? '*' : parseEntityTags(ifMatch)
  const unexpected = ifNoneMatch === undefined ? [] : parseEntityTags(ifNoneMatch)
  return (current) => {
    const isExpected =
      expected === '*' || syntaxes.some((syntax) => matchesStrongly(expected, tagOf(current, syntax)))
    const isUnexpected =
      unexpected === '*' || syntaxes.some((syntax) => matchesWeakly(unexpected, tagOf(current, syntax)))
    if (!isExpected || isUnexpected) {
      throw new PreconditionFailedException('The resource is not in the state that the request expects')
    }
  }
}
