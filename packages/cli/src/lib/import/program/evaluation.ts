import type { SyntaxNode } from '../../links/script-syntax.js'
import type { ExpressRouter, ProgramPlace, RouteCondition } from './express-router.js'
import type { ListValue, NativeCall, UnknownValue, Value } from './values.js'

/** What values of packages, of the platform and of lists ask of the evaluation that they are part of. */
export interface Evaluation {
  /** Where the program is started: `process.cwd()`. */
  readonly cwd: string
  readonly routers: ExpressRouter[]
  /** The calls that were understood as calls of Express. */
  readonly understood: Set<SyntaxNode>
  /** What paths and folders assume of the environment: the text of the expression, and the value taken. */
  readonly assumptions: Map<string, string>
  readonly conditions: readonly RouteCondition[]
  place(call: NativeCall): ProgramPlace
  sourceOf(call: NativeCall): string
  importModule(specifier: string, call: NativeCall): Value
  itemsOf(value: Value, call: NativeCall): readonly Value[]
  member(value: Value, name: string, call: NativeCall): Value
  setMember(object: Value, key: string, value: Value): void
  callValue(called: Value, self: Value, args: ListValue, call: NativeCall): Value
  hasOpenArguments(node: SyntaxNode): boolean
  /** Calls a function after everything else: in promises, timers and events. */
  defer(value: Value | undefined, args: readonly Value[]): void
  /** What stands there, and only a run could tell. */
  unknownAt(
    call: NativeCall,
    before?: string,
    more?: Partial<Omit<UnknownValue, 'type' | 'text'>>,
  ): UnknownValue
}
