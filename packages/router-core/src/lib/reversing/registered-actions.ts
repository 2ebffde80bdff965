/* oxlint-disable typescript/no-redundant-type-constituents, typescript/no-duplicate-type-constituents,
   typescript/no-generated-empty-object-type -- the interface is empty here and filled by applications */
import type { ReverseArguments } from './reverser.js'

/**
 * The actions of an application with their arguments. Empty here; `mvc-router types` writes a declaration that fills it,
 * and from then on the compiler knows which actions can be reversed, and what each of them needs:
 *
 * ```ts
 * declare module '@mvc-router/router-core' {
 *   interface RegisteredActions {
 *     'userController.showUser': { readonly id: ReverseValue }
 *   }
 * }
 * ```
 */
export interface RegisteredActions {}

/**
 * What handlers of registered actions find in `request.params`. Filled by `mvc-router types` as well:
 * `'userController.showUser': { readonly id: string }`.
 */
export interface RegisteredActionParams {}

/**
 * The path variables and fixed arguments of an action, as its handler finds them: `Request<ActionParams<'userController.showUser'>>`.
 * Any names, until actions are registered.
 */
export type ActionParams<Action extends ActionName> = Action extends keyof RegisteredActionParams
  ? RegisteredActionParams[Action]
  : Readonly<Record<string, string>>

/** What can stand in a URL: null and undefined cannot, since they mean that an argument is missing. */
export type ReverseValue = string | number | bigint | boolean | object

type RegisteredName = keyof RegisteredActions & string

/** What the compiler names where a text is none: the list of all would be cut before it helps. */
type RegisteredAction = RegisteredName | `${RegisteredName}(${string})`

/** The names that can be reversed: every text, until actions are registered. `a.b(id:'5')` holds arguments of its own. */
export type ActionName = [RegisteredName] extends [never] ? string : RegisteredAction

/** What follows the action: its arguments, which may be left out where none has to be given. */
export type ReverseParameters<Action> = Action extends RegisteredName
  ? Record<never, never> extends RegisteredActions[Action]
    ? [args?: (RegisteredActions[Action] & ReverseArguments) | null]
    : [args: RegisteredActions[Action] & ReverseArguments]
  : [args?: ReverseArguments | null]
