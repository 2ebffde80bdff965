import type { RegisteredAction } from '../controllers/controller-registry.js'
import type { ExpressRequest, ExpressResponse, NextFunction } from './express-request.js'
import type { BindingContext, ParameterBinding } from './parameter-binding.js'

/**
 * Calls an action with what it declared (`@Params`), or as Express calls a handler: `(request, response, next)`.
 *
 * @returns what the action returned, or a promise of it
 * @throws InvalidParameterException, and whatever the action throws
 */
export function invokeAction(
  { controller, method, metadata }: RegisteredAction,
  context: BindingContext,
  next: NextFunction,
): unknown {
  const { parameters } = metadata
  if (parameters === undefined)
    return (method as ExpressAction).call(controller, context.request, context.response, next)
  const values: unknown[] = []
  let isAsync = false
  for (const parameter of parameters) {
    const value = (parameter as ParameterBinding<unknown>).resolve(context)
    isAsync ||= value instanceof Promise
    values.push(value)
  }
  if (!isAsync) return Reflect.apply(method, controller, values)
  return Promise.all(values).then((settled) => Reflect.apply(method, controller, settled))
}

type ExpressAction = (request: ExpressRequest, response: ExpressResponse, next: NextFunction) => unknown
