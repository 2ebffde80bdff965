import type { SyntaxNode } from '../../links/script-syntax.js'
import type { Scope } from './scope.js'
import type { Origin, Value } from './values.js'

/** A place in the program: absolute file, line from 1. */
export interface ProgramPlace {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A condition that only a run could decide. */
export interface RouteCondition {
  readonly node: SyntaxNode
  readonly scope: Scope
  readonly isNegated: boolean
  readonly text: string
}

/** A path as the program gives it to Express. */
export type RegisteredPath =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'regex'; readonly regex: RegExp }
  | { readonly type: 'unknown'; readonly text: string }

/** One call that gives a router something to do. Their order is the order of the program. */
export interface Registration {
  /** `route`: a method or `all`. `use`: for every request below a path. `param`: a hook for a variable. */
  readonly type: 'route' | 'use' | 'param'
  /** `GET`, or `*` for every method. */
  readonly method: string
  readonly paths: readonly RegisteredPath[]
  readonly handlers: readonly Value[]
  /** The expression of each handler, where it has one of its own. */
  readonly expressions: readonly (Origin | undefined)[]
  /** The names of `router.param`. */
  readonly names: readonly string[]
  /** Whether handlers may be missing that only a run could tell. */
  readonly isOpen: boolean
  readonly place: ProgramPlace
  readonly node: SyntaxNode
  readonly scope: Scope
  readonly conditions: readonly RouteCondition[]
}

/** An application or a router: what was registered, and how it compares paths. */
export class ExpressRouter {
  readonly isApplication: boolean
  readonly place: ProgramPlace
  readonly registrations: Registration[] = []
  isStrict: boolean
  isCaseSensitive: boolean
  mergesParams: boolean
  /** Whether the program lets it listen, or hands it to a server. */
  listens = false

  constructor(
    place: ProgramPlace,
    options: {
      readonly isApplication: boolean
      isStrict: boolean
      isCaseSensitive: boolean
      mergesParams: boolean
    },
  ) {
    this.place = place
    this.isApplication = options.isApplication
    this.isStrict = options.isStrict
    this.isCaseSensitive = options.isCaseSensitive
    this.mergesParams = options.mergesParams
  }
}

/** What `app.route(path)` gives. */
export interface ExpressRoute {
  readonly router: ExpressRouter
  readonly paths: readonly RegisteredPath[]
}
