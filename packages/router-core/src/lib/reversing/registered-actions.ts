/* oxlint-disable typescript/no-redundant-type-constituents, typescript/no-duplicate-type-constituents,
   typescript/no-generated-empty-object-type -- the interface is empty here and filled by applications */
import type { SigningOptions } from './reverse-signed.js'
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
 * Types of `request.params` for registered actions. `mvc-router types` fills it, too:
 * `'userController.showUser': { readonly id: string }`.
 */
export interface RegisteredActionParams {}

/** The query that actions read by `requestParam`: `'bookController.list': { readonly page?: number | null | undefined }`. */
export interface RegisteredQueries {}

/** Actions below `+ signed`: `'always'`, or `'also'` where other lines of the action are not signed. */
export interface RegisteredSignedActions {}

/** `strictQuery: true` refuses what an action does not read: it goes to the query by `query: { … }`. */
export interface RegisteredSettings {}

/**
 * The path variables and fixed arguments of an action, as its handler finds them: `Request<ActionParams<'userController.showUser'>>`.
 * Any names, until actions are registered.
 */
export type ActionParams<Action extends ActionName> = Action extends keyof RegisteredActionParams
  ? RegisteredActionParams[Action]
  : Readonly<Record<string, string>>

/** A value in a URL: null and undefined mean that an argument is missing. */
export type ReverseValue = string | number | bigint | boolean | object

type RegisteredName = keyof RegisteredActions & string

/** The name in the compiler's message for an unknown action: a list of all would be cut before it helps. */
type RegisteredAction = RegisteredName | `${RegisteredName}(${string})`

/** The names that can be reversed: every text, until actions are registered. `a.b(id:'5')` holds arguments of its own. */
export type ActionName = [RegisteredName] extends [never] ? string : RegisteredAction

/** The query of a link as its action reads it; anything, where that is not known. */
export type QueryParameters<Action> = Action extends keyof RegisteredQueries
  ? RegisteredQueries[Action]
  : unknown

/** Arguments that an action does not read. */
type OtherArguments = RegisteredSettings extends { readonly strictQuery: true }
  ? { readonly query?: ReverseArguments | null | undefined }
  : ReverseArguments

type ArgumentsOf<Action extends RegisteredName> = RegisteredActions[Action] &
  QueryParameters<Action> &
  OtherArguments

type IsAlwaysSigned<Action> = Action extends keyof RegisteredSignedActions
  ? RegisteredSignedActions[Action] extends 'always'
    ? true
    : false
  : false

/** The compiler's message for an unsigned link to a signed line. */
export type SignedMessage<Action extends string> = `${Action} is signed: route.signed(…)`

/** The arguments behind the action, which may be left out if none is required. */
export type ReverseParameters<Action> = Action extends RegisteredName
  ? IsAlwaysSigned<Action> extends true
    ? [args: SignedMessage<Action>]
    : Record<never, never> extends RegisteredActions[Action]
      ? [args?: ArgumentsOf<Action> | null]
      : [args: ArgumentsOf<Action>]
  : [args?: ReverseArguments | null]

/** The actions that signed links lead to. */
export type SignedActionName = [RegisteredName] extends [never]
  ? string
  : (keyof RegisteredSignedActions & string) | `${keyof RegisteredSignedActions & string}(${string})`

/** The arguments behind the action of a signed link, and the options of the signature. */
export type SignedParameters<Action> = Action extends RegisteredName
  ? Record<never, never> extends RegisteredActions[Action]
    ? [args?: ArgumentsOf<Action> | null, options?: SigningOptions]
    : [args: ArgumentsOf<Action>, options?: SigningOptions]
  : [args?: ReverseArguments | null, options?: SigningOptions]
