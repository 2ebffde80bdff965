import type { RegisteredAction } from '../../controllers/controller-registry.js'
import type { HostRequest, HostResponse, NextFunction } from '../../hosts/host.js'
import { isPromise } from '../../is-object.js'
import type { BindingContext, ParameterBinding } from './parameter-binding.js'

/**
 * Calls an action with its declared parameters (`@Params`), or as a handler of Connect: `(request, response, next)`.
 *
 * @returns the action's result, or a promise of the result
 * @throws InvalidParameterException, and anything that the action throws
 */
export function invokeAction(
  { controller, method, parameters }: RegisteredAction,
  context: BindingContext,
  next: NextFunction,
): unknown {
  if (parameters === undefined)
    return (method as HandlerAction).call(controller, context.request, context.response, next)
  const values = resolveAll(parameters as readonly ParameterBinding<unknown>[], context)
  const later = values.findIndex(isPromise)
  if (later === -1) return Reflect.apply(method, controller, values)
  // A single promise, usually of the body, is faster without `Promise.all`.
  if (values.findLastIndex(isPromise) === later)
    return Promise.resolve(values[later]).then((value) =>
      Reflect.apply(method, controller, values.with(later, value)),
    )
  return Promise.all(values).then((settled) => Reflect.apply(method, controller, settled))
}

function resolveAll(parameters: readonly ParameterBinding<unknown>[], context: BindingContext): unknown[] {
  const values: unknown[] = []
  try {
    for (const { resolve } of parameters) values.push(resolve(context))
    return values
  } catch (error) {
    // Only the first failure is reported. A later rejection of another promise must not end the process.
    for (const value of values) if (isPromise(value)) value.then(undefined, () => undefined)
    throw error
  }
}

type HandlerAction = (request: HostRequest, response: HostResponse, next: NextFunction) => unknown
