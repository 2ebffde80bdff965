import { callValue, looksLikeHandler } from './calls.js'
import { evaluateExpression } from './expressions.js'
import { FunctionCalls } from './function-calls.js'
import { memberOf } from './members.js'
import { ProgramModules } from './program-modules.js'
import { runStatement, runStatements } from './statements.js'
import type { Completion, EvaluatedModule, Evaluation, Untranslated } from '../evaluation.js'
import { OpenConditions } from '../open-conditions.js'
import { SourceModules } from '../source/source-module.js'
import { withoutTypes } from '../../../script/syntax-fields.js'
import { undefinedValue } from '../values/make-values.js'
import type { ExpressRouter, Scope } from '../values/values.js'
import {
  type FunctionValue,
  type ListValue,
  type ScopedNode,
  type PackagePath,
  type Value,
} from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** More steps than a program takes that only sets up its routes. */
const maxSteps = 4_000_000

class TooManySteps extends Error {}

/**
 * Follows a program from its entry without running it: constants are computed, calls of its own functions are followed,
 * both sides of a condition are taken where only a run could decide it. What calls of Express register is kept, in order.
 */
export class ProgramEvaluator implements Evaluation {
  readonly cwd: string
  readonly modules: ProgramModules
  readonly evaluated: Map<string, EvaluatedModule> = new Map()
  readonly globals: Map<string, Value | undefined> = new Map()
  readonly routers: ExpressRouter[] = []
  readonly problems: Untranslated[] = []
  readonly understood: Set<SyntaxNode> = new Set()
  readonly openCalls: Set<SyntaxNode> = new Set()
  readonly assumptions: Map<string, string> = new Map()
  readonly conditions: OpenConditions = new OpenConditions()
  openReturns: Value[] = []
  functionCount = 0
  readonly #calls = new FunctionCalls(this)
  #waiting: (() => void)[] = []
  #steps = 0

  /** @param cwd where the program is started */
  constructor(cwd: string) {
    this.cwd = cwd
    this.modules = new ProgramModules(this, new SourceModules())
  }

  /** Follows the program from a file, and what comes next. What they do later (in promises, timers and events) comes last. */
  run(file: string, next?: () => void): void {
    try {
      this.modules.evaluate(file)
      next?.()
      for (let round = 0; this.#waiting.length > 0 && round < 20; round++) {
        const waiting = this.#waiting
        this.#waiting = []
        for (const each of waiting) each()
      }
    } catch (error) {
      if (!(error instanceof TooManySteps) && !(error instanceof RangeError)) throw error
      this.problems.push({
        place: { file, line: 1, column: 1 },
        reason: 'The program computes too much to be followed without running it',
        suggestion: 'name the file that registers the routes: --entry src/routes.js',
      })
    }
  }

  evaluate(node: SyntaxNode, scope: Scope): Value {
    this.#step(scope)
    return evaluateExpression(this, withoutTypes(node), scope)
  }

  statement(statement: SyntaxNode, scope: Scope, pending: Value[]): Completion {
    this.#step(scope)
    return runStatement(this, statement, scope, pending)
  }

  statements(statements: readonly SyntaxNode[], scope: Scope): Completion {
    return runStatements(this, statements, scope)
  }

  importModule(specifier: string, call: ScopedNode): Value {
    return this.modules.import(specifier, call)
  }

  packagePathOf(value: Value): PackagePath | undefined {
    return this.modules.packagePathOf(value)
  }

  member(value: Value, name: string, call: ScopedNode): Value {
    return memberOf(this, value, name, call)
  }

  callValue(called: Value, self: Value, args: ListValue, call: ScopedNode): Value {
    return callValue(this, called, self, args, call)
  }

  callFunction(called: FunctionValue, self: Value, args: readonly Value[], call: ScopedNode): Value {
    return this.#calls.call(called, self, args, call)
  }

  callBack(callback: FunctionValue): void {
    this.#calls.callBack(callback)
  }

  runLater(run: () => void): void {
    this.#waiting.push(run)
  }

  defer(value: Value | undefined, args: readonly Value[]): void {
    if (value?.type !== 'function' || looksLikeHandler(value)) return
    this.runLater(() => void this.callFunction(value, undefinedValue, args, value))
  }

  #step(scope: Scope): void {
    const { work } = scope.functionScope.function ?? {}
    if (work !== undefined) work.steps++
    if (++this.#steps > maxSteps) throw new TooManySteps()
  }
}
