import { actionMetadataOf, annotate } from '../../controllers/action-metadata.js'
import { wrongOption } from '../../exceptions.js'
import type { ParameterBinding } from './parameter-binding.js'

/** The types of the bound values. */
export type BoundValues<Bindings extends readonly ParameterBinding<unknown>[]> = {
  -readonly [Index in keyof Bindings]: Bindings[Index] extends ParameterBinding<infer Value> ? Value : never
}

/**
 * Declares the bindings of an action's parameters, above the method or around a function:
 *
 * ```ts
 * class UserController {
 *   @Params(pathVariable('id', Number), requestParam('tab'))
 *   showUser(id: number, tab: string | undefined) {}
 * }
 * const userController = { showUser: Params(pathVariable('id', Number))((id) => view('user', { id })) }
 * ```
 *
 * Without decorators, write `Params(...)(UserController.prototype.showUser)`, which annotates the method itself.
 *
 * @throws ConfigurationException if `Params` was already applied to the method
 */
export function Params<const Bindings extends readonly ParameterBinding<unknown>[]>(
  ...bindings: Bindings
): <Method extends (...args: BoundValues<Bindings>) => unknown>(
  method: Method,
  context?: ClassMethodDecoratorContext,
) => Method {
  return (method) => {
    if (actionMetadataOf(method).parameters !== undefined)
      throw wrongOption(
        'Params',
        `already applied to "${method.name}"; give each action a function of its own`,
      )
    annotate(method, { parameters: bindings })
    return method
  }
}
