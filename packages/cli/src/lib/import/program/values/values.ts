import type { ProgramPlace } from '../source/program-place.js'
import type { SourceModule } from '../source/source-module.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** A piece of the program's code, and the scope in which its names have their meaning. */
export interface ScopedNode {
  readonly node: SyntaxNode
  readonly scope: Scope
}

/** What is known of a value without running the program. Values are compared by identity. */
export type Value =
  | ConstantValue
  | ListValue
  | ObjectValue
  | FunctionValue
  | ClassValue
  | NativeValue
  | ExpressRouter
  | ExpressRoute
  | StaticFilesValue
  | UnknownValue

export type Constant = string | number | bigint | boolean | null | undefined | RegExp

export interface ConstantValue {
  readonly type: 'constant'
  readonly constant: Constant
}

export interface ListValue {
  readonly type: 'list'
  items: Value[]
  /** Whether more may be in it than is known. */
  isOpen: boolean
  /** How many conditions held where the program made it; undefined for what the program does not change. */
  depth: number | undefined
  origin: ScopedNode | undefined
}

/** An object; a `Map` and a `Set` keep their entries. */
export interface ObjectValue {
  readonly type: 'object'
  readonly fields: Map<string, Value>
  readonly entries: ListValue | undefined
  /** Exports that are read when they are asked for: their names are assigned later. */
  readonly live: Map<string, () => Value | undefined>
  /** The methods of its classes that were read: a method is the same function whenever it is read. */
  readonly methods: Map<SyntaxNode, FunctionValue>
  classValue: ClassValue | undefined
  /** Whether more may be in it than is known. */
  isOpen: boolean
  origin: ScopedNode | undefined
}

export interface FunctionValue {
  readonly type: 'function'
  readonly node: SyntaxNode
  readonly scope: Scope
  readonly thisValue: Value | undefined
  readonly fields: Map<string, Value>
  readonly boundArguments: readonly Value[]
  /** Later functions have greater numbers. */
  readonly serial: number
  /** The function before `bind`. */
  readonly unbound: FunctionValue | undefined
  origin: ScopedNode | undefined
}

export interface ClassValue {
  readonly type: 'class'
  readonly node: SyntaxNode
  readonly scope: Scope
  readonly superclass: Value | undefined
  readonly fields: Map<string, Value>
  origin: ScopedNode | undefined
}

/** A function of the platform or of a package that is understood. */
export interface NativeValue {
  readonly type: 'native'
  readonly fields: Map<string, Value>
  readonly call: (args: readonly Value[], call: ScopedNode) => Value
}

/** `express.static(directory)`. */
export interface StaticFilesValue {
  readonly type: 'staticFiles'
  /** Absolute; undefined where it is known at run time only. */
  readonly directory: string | undefined
  readonly hasOptions: boolean
  readonly origin: ScopedNode
}

/** Where in a package a value comes from. */
export interface PackagePath {
  readonly specifier: string
  /** `default`, `*` or a name, then members. */
  readonly path: readonly string[]
}

/** A value that only a run could tell. */
export interface UnknownValue {
  readonly type: 'unknown'
  /** What it stands for, for messages. */
  readonly text: string
  readonly packagePath: PackagePath | undefined
  /** Whether it is certainly text, such as a template literal. */
  readonly isText: boolean
  /** The environment variable behind it. */
  readonly environment: string | undefined
  /** What it is where the environment says nothing else: `'/api'` of `process.env.PREFIX || '/api'`. */
  readonly fallback: Constant
  origin: ScopedNode | undefined
  /** For calls: what was called. */
  readonly callee: Value | undefined
  /** The same member is the same value. */
  readonly members: Map<string, Value>
}

export interface Binding {
  value: Value
  readonly kind: 'import' | 'parameter' | 'declaration'
  /** How many open conditions there were where it was declared. */
  readonly depth: number
}

/** The names that a block, a function or a module declares. */
export class Scope {
  readonly parent: Scope | undefined
  readonly module: SourceModule
  readonly bindings: Map<string, Binding> = new Map()
  /** Set for the scope of a function. */
  readonly function: FunctionScope | undefined

  constructor(module: SourceModule, parent?: Scope, functionScope?: FunctionScope) {
    this.module = module
    this.parent = parent
    this.function = functionScope
  }

  find(name: string): Binding | undefined {
    return this.scopeOf(name)?.bindings.get(name)
  }

  /** The scope that declares a name. */
  scopeOf(name: string): Scope | undefined {
    return this.bindings.has(name) ? this : this.parent?.scopeOf(name)
  }

  /** The scope of the function or, outside of every one, of the module. */
  get functionScope(): Scope {
    return this.function !== undefined || this.parent === undefined ? this : this.parent.functionScope
  }

  get moduleScope(): Scope {
    return this.parent?.moduleScope ?? this
  }

  /** The function whose `this`, `super` and `arguments` are meant here: the nearest that is no arrow function. */
  get ownFunction(): FunctionScope | undefined {
    return this.function?.isArrow === false ? this.function : this.parent?.ownFunction
  }

  get thisValue(): Value | undefined {
    return this.ownFunction?.thisValue
  }

  /** Whether the scope is that of the module itself. */
  get isModule(): boolean {
    return this.parent === undefined
  }
}

export interface FunctionScope {
  readonly isArrow: boolean
  readonly thisValue: Value | undefined
  readonly arguments: readonly Value[]
  readonly superclass: Value | undefined
  readonly work: Work
  /** What a generator has given so far. */
  readonly yielded: ListValue | undefined
}

/** How much of a function was followed. */
export interface Work {
  steps: number
}

/** What only a run could decide: whether an expression is true, is one of others, or has items or keys to go through. */
export interface OpenCondition extends ScopedNode {
  readonly asks?: 'items' | 'keys'
  /** The expressions of a `switch` that it must equal one of. */
  readonly among?: readonly SyntaxNode[]
  /** Whether it is true where the environment says nothing; undefined where only a run could tell. */
  readonly assumed?: boolean | undefined
}

/** A condition under which a route is registered. */
export interface RouteCondition extends OpenCondition {
  readonly isNegated: boolean
  readonly text: string
}

/** A path as the program gives it to Express. */
export type RegisteredPath =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'regex'; readonly regex: RegExp }
  | { readonly type: 'unknown'; readonly text: string }

/** What a call gives Express to run. */
export interface RegisteredHandler {
  readonly value: Value
  /** Its expression in the call, where it has one of its own. */
  readonly at: ScopedNode | undefined
}

/** One call that gives a router something to do. Their order is the order of the program. */
export interface Registration extends ScopedNode {
  /** `route`: a method or `all`. `use`: for every request below a path. `param`: a hook for a variable. */
  readonly type: 'route' | 'use' | 'param'
  /** `GET`, or `*` for every method. */
  readonly method: string
  readonly paths: readonly RegisteredPath[]
  readonly handlers: readonly RegisteredHandler[]
  /** The names of `router.param`. */
  readonly names: readonly string[]
  /** Whether handlers may be missing that only a run could tell. */
  readonly isOpen: boolean
  readonly place: ProgramPlace
  readonly conditions: readonly RouteCondition[]
  /** The `app.route()` that it belongs to. */
  readonly route: ExpressRoute | undefined
}

/** An application or a router: what was registered, and how it compares paths. */
export class ExpressRouter {
  readonly type = 'router'
  /** What the program has set on it. */
  readonly fields: Map<string, Value> = new Map()
  readonly isApplication: boolean
  readonly place: ProgramPlace
  /** The file that it is called after: that of the class whose constructor makes it. */
  readonly file: string
  readonly registrations: Registration[] = []
  isStrict = false
  isCaseSensitive = false
  /** Whether the program lets it listen, or hands it to a server. */
  listens = false

  constructor(place: ProgramPlace, isApplication: boolean, file: string = place.file) {
    this.place = place
    this.file = file
    this.isApplication = isApplication
  }
}

/** What `app.route(path)` gives. */
export interface ExpressRoute {
  readonly type: 'route'
  readonly router: ExpressRouter
  readonly paths: readonly RegisteredPath[]
}
