import { OpenConditions } from './open-conditions.js'
import type { ProgramPlace } from './source/program-place.js'
import type { SourceModule } from './source/source-module.js'
import type {
  ExpressRouter,
  FunctionValue,
  ListValue,
  ObjectValue,
  PackagePath,
  Scope,
  ScopedNode,
  Value,
} from './values/values.js'
import type { SyntaxNode } from '../../script/script-syntax.js'

/** What cannot be imported, and what to do about it: what could not be followed, or a route file cannot say. */
export interface Untranslated {
  readonly place: ProgramPlace
  readonly reason: string
  readonly suggestion: string
}

/** A module of the program after its code was followed. */
export interface EvaluatedModule {
  readonly module: SourceModule
  readonly scope: Scope
  /** `module`, whose field `exports` a CommonJS module may replace. */
  readonly moduleObject: ObjectValue
  readonly namespace: ObjectValue
}

/** How a statement ends. */
export type Completion =
  | { readonly type: 'normal' }
  | { readonly type: 'return' | 'throw'; readonly value: Value }
  | { readonly type: 'break' | 'continue'; readonly label: string | undefined }

export const normal: Completion = { type: 'normal' }

/** What the parts of the evaluation, and the values of packages and of the platform, ask of the whole. */
export abstract class Evaluation {
  /** Where the program is started: `process.cwd()`. */
  readonly cwd: string
  readonly evaluated: Map<string, EvaluatedModule> = new Map()
  /** Those that the program has used. */
  readonly globals: Map<string, Value | undefined> = new Map()
  readonly routers: ExpressRouter[] = []
  readonly problems: Untranslated[] = []
  /** The calls that were understood as calls of Express, and those of the program's own functions that were followed. */
  readonly understood: Set<SyntaxNode> = new Set()
  /** The functions of the program that have registered something. */
  readonly registering: Set<SyntaxNode> = new Set()
  /** The calls whose arguments, where they were followed last, only a run could tell: `f(...unknown)`. */
  readonly openCalls: Set<SyntaxNode> = new Set()
  /** What paths and folders assume of the environment: the text of the expression, and the value taken. */
  readonly assumptions: Map<string, string> = new Map()
  readonly conditions: OpenConditions = new OpenConditions()
  /** What the function that is followed may return, while the code behind it runs too. */
  openReturns: Value[] = []
  /** How many functions were made. */
  functionCount = 0
  /** How much was registered. */
  registrationCount = 0

  constructor(cwd: string) {
    this.cwd = cwd
  }

  abstract evaluate(node: SyntaxNode, scope: Scope): Value
  /** Runs one statement. What it may return, while the code behind it runs too, goes into `openReturns`. */
  abstract statement(statement: SyntaxNode, scope: Scope): Completion
  abstract statements(statements: readonly SyntaxNode[], scope: Scope): Completion
  abstract importModule(specifier: string, call: ScopedNode): Value
  /** How a value is imported from its package, where it has one. */
  abstract packagePathOf(value: Value): PackagePath | undefined
  /** `value[name]`. */
  abstract member(value: Value, name: string, call: ScopedNode): Value
  /** Calls any value. Callbacks of an unknown function are called once, with unknown arguments. */
  abstract callValue(called: Value, self: Value, args: ListValue, call: ScopedNode): Value
  abstract callFunction(called: FunctionValue, self: Value, args: readonly Value[], call: ScopedNode): Value
  /** Calls the callback of a call that is not known, once. */
  abstract callBack(callback: FunctionValue): void
  /** Counts work that is more than a step. */
  abstract spend(steps: number): void
  /** Runs something after everything else: what promises, timers and events do. */
  abstract runLater(run: () => void): void
  /** Calls a function after everything else. */
  abstract defer(value: Value | undefined, args: readonly Value[]): void
}
