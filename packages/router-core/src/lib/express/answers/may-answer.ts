import type { RegisteredAction } from '../../controllers/controller-registry.js'
import { ModelAndView } from './model-and-view.js'
import { Redirect } from './redirect.js'
import { ResponseEntity } from './response-entity.js'
import { isObject } from '../../is-object.js'

/**
 * Whether what an action returned is its answer.
 *
 * An action that takes the response answers itself, and what it returns may be anything: a timer, a stream, a query.
 * Only what can be nothing but an answer is taken for one. An action that declared its parameters and returned nothing
 * has no other way to answer, so it has done its work.
 */
export function mayAnswer({ parameters, takesResponse }: RegisteredAction, result: unknown): boolean {
  if (result === undefined) return parameters !== undefined && !takesResponse
  return !takesResponse || isClearAnswer(result)
}

function isClearAnswer(result: unknown): boolean {
  if (typeof result === 'string' || Array.isArray(result) || result instanceof Uint8Array) return true
  if (result instanceof ModelAndView || result instanceof Redirect || result instanceof ResponseEntity)
    return true
  if (!isObject(result)) return false
  const prototype: unknown = Object.getPrototypeOf(result)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}
