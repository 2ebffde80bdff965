/* oxlint-disable typescript/no-redundant-type-constituents, typescript/no-generated-empty-object-type --
   RegisteredActions is empty here and filled by applications */
import type {
  ActionName,
  QueryParameters,
  RegisteredActions,
  RegisteredSignedActions,
  ReverseArguments,
  SignedMessage,
} from '@mvc-router/router-core'

/**
 * The target of a link. With the file of `mvc-router types`, `params` has exactly the parameters of the action, and is
 * required if the route needs them. Without the file, `params` may have any names.
 */
export type LinkTarget<Action extends ActionName = ActionName> = TargetParams<Action> & {
  /** `controller.method`, or with arguments `controller.method(id:'5')`. */
  readonly action: Action
  /** The parameters of the query string. */
  readonly query?: QueryOf<Action> | null | undefined
}

/** This page with another query: `with={{ page: 2, q: null }}`. */
export interface PageTarget {
  readonly with: ReverseArguments
  readonly action?: undefined
  readonly params?: undefined
  readonly query?: undefined
}

type RegisteredName = keyof RegisteredActions & string

/** Actions that every link must sign. */
type SignedName = {
  [Name in keyof RegisteredSignedActions]: RegisteredSignedActions[Name] extends 'always' ? Name : never
}[keyof RegisteredSignedActions]

/** The parameters of an action. For a union of actions, the parameters of any of these actions suffice. */
type TargetParams<Action extends ActionName> = [Action] extends [SignedName]
  ? { readonly params: Readonly<Record<SignedMessage<Action>, never>> }
  : [Action] extends [RegisteredName]
    ? Record<never, never> extends RegisteredActions[Action]
      ? { readonly params?: Exactly<RegisteredActions[Action]> | null | undefined }
      : { readonly params: Exactly<RegisteredActions[Action]> }
    : { readonly params?: ReverseArguments | null | undefined }

/** If an action has no parameters, an index signature refuses every name, because `{}` would accept any name. */
type Exactly<Params> = Params extends unknown
  ? keyof Params extends never
    ? Readonly<Record<string, 'no variable of the path: write it as query={{ ... }}'>>
    : Params
  : never

/** The type of `query`, which must not contain path variables. */
type QueryOf<Action extends ActionName> = [Action] extends [RegisteredName]
  ? QueryParameters<Action> &
      ReverseArguments & {
        readonly [
          Name in keyof RegisteredActions[Action]
        ]?: 'a variable of the path: write it as params={{ ... }}'
      }
  : ReverseArguments

/** Any attributes, also `children`, for runtimes whose types were not given. */
export type HtmlAttributes = Readonly<Record<string, unknown>>

/** The attributes of an anchor, except `href`, which `Link` writes. */
export type LinkProps<Action extends ActionName = ActionName, Anchor = HtmlAttributes> = (
  | LinkTarget<Action>
  | PageTarget
) &
  Omit<Anchor, 'action' | 'params' | 'query' | 'with' | 'href'>

/** The attributes of a form, except `action` and `method`, which `Form` writes. */
export type FormProps<Action extends ActionName = ActionName, Form = HtmlAttributes> = (
  | LinkTarget<Action>
  | PageTarget
) & {
  /** The method to use, if the route has several methods. */
  readonly method?: string | undefined
} & Omit<Form, 'action' | 'params' | 'query' | 'with' | 'method'>
