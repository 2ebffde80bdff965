import type { SourceModule } from './source-module.js'
import type { Value } from './values.js'

export interface Binding {
  value: Value
  readonly kind: 'import' | 'const' | 'let' | 'function' | 'class' | 'parameter'
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

  get thisValue(): Value | undefined {
    if (this.function !== undefined && !this.function.isArrow) return this.function.thisValue
    return this.parent?.thisValue
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
}
