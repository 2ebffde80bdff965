/* oxlint-disable typescript/no-redundant-type-constituents, typescript/no-duplicate-type-constituents,
   typescript/no-generated-empty-object-type -- the interface is empty here and filled by applications */
import type { SigningOptions } from './reverse-signed.js'
import type { ReverseArguments } from './reverser.js'

/**
 * The actions of an application with their arguments. `mvc-router types` writes a declaration that fills this empty
 * interface. The compiler then knows all actions and their arguments:
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

/** The types of `request.params` by action: `'userController.showUser': { readonly id: string }`. */
export interface RegisteredActionParams {}

/** The queries that actions read: `'bookController.list': { readonly page?: number | null | undefined }`. */
export interface RegisteredQueries {}

/** Actions below `+ signed`: `'always'`, or `'also'` if other lines of the action are not signed. */
export interface RegisteredSignedActions {}

/** `strictQuery: true` refuses arguments that an action does not read, except in `query: { … }`. */
export interface RegisteredSettings {}

/**
 * The path variables and fixed arguments that an action gets: `Request<ActionParams<'userController.showUser'>>`.
 * Any names are allowed until actions are registered.
 */
export type ActionParams<Action extends ActionName> = Action extends keyof RegisteredActionParams
  ? RegisteredActionParams[Action]
  : Readonly<Record<string, string>>

/** A value in a URL. An argument that is null or undefined is missing. */
export type ReverseValue = string | number | bigint | boolean | object

type RegisteredName = keyof RegisteredActions & string

/** The compiler shows this name in its message for an unknown action, instead of a long list of actions. */
type RegisteredAction = RegisteredName | `${RegisteredName}(${string})`

/** The names that can be reversed, also with arguments: `a.b(id:'5')`. Any text, until actions are registered. */
export type ActionName = [RegisteredName] extends [never] ? string : RegisteredAction

/** The query that an action reads. An unknown query allows anything. */
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
export type SignedMessage<Action extends string> = `${Action} is signed: use route.signed(…)`

/** The arguments after the action. They are optional if no argument is required. */
export type ReverseParameters<Action> = Action extends RegisteredName
  ? IsAlwaysSigned<Action> extends true
    ? [args: SignedMessage<Action>]
    : Record<never, never> extends RegisteredActions[Action]
      ? [args?: ArgumentsOf<Action> | null]
      : [args: ArgumentsOf<Action>]
  : [args?: ReverseArguments | null]

/** The actions for signed links. */
export type SignedActionName = [RegisteredName] extends [never]
  ? string
  : (keyof RegisteredSignedActions & string) | `${keyof RegisteredSignedActions & string}(${string})`

/** The arguments after the action of a signed link, and the options of the signature. */
export type SignedParameters<Action> = Action extends RegisteredName
  ? Record<never, never> extends RegisteredActions[Action]
    ? [args?: ArgumentsOf<Action> | null, options?: SigningOptions]
    : [args: ArgumentsOf<Action>, options?: SigningOptions]
  : [args?: ReverseArguments | null, options?: SigningOptions]
