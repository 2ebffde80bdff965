import { callValue, looksLikeHandler } from './calls.js'
import { evaluateExpression } from './expressions.js'
import { FunctionCalls } from './function-calls.js'
import { memberOf } from './members.js'
import { ProgramModules } from './program-modules.js'
import { runStatement, runStatements } from './statements.js'
import { Evaluation, type Completion } from '../evaluation.js'
import { withoutTypes } from '../../../script/syntax-fields.js'
import { undefinedValue } from '../values/make-values.js'
import type { FunctionValue, ListValue, PackagePath, Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** More steps than a program takes that only sets up its routes. */
const maxSteps = 4_000_000

class TooManySteps extends Error {}

/**
 * Follows a program from its entry without running it: constants are computed, calls of its own functions are followed,
 * both sides of a condition are taken where only a run could decide it. What calls of Express register is kept, in order.
 */
export class ProgramEvaluator extends Evaluation {
  readonly modules: ProgramModules = new ProgramModules(this)
  readonly #calls = new FunctionCalls(this)
  #waiting: (() => void)[] = []
  #steps = 0

  /** Follows the program from a file, and what comes next. What they do later (in promises, timers and events) comes last. */
  run(file: string, next?: () => void): void {
    this.follow(file, () => {
      this.modules.evaluate(file)
      next?.()
      for (let round = 0; this.#waiting.length > 0 && round < 20; round++) {
        const waiting = this.#waiting
        this.#waiting = []
        for (const each of waiting) each()
      }
    })
  }

  /** Follows some of the program, and tells where that is too much. */
  follow(file: string, run: () => void): void {
    try {
      run()
    } catch (error) {
      if (!(error instanceof TooManySteps) && !(error instanceof RangeError)) throw error
      // What is asked of the program afterwards is little.
      this.#steps = 0
      this.problems.push({
        place: { file, line: 1, column: 1 },
        reason: 'The program computes too much to be followed without running it',
        suggestion: 'name the file that registers the routes: --entry src/routes.js',
      })
    }
  }

  override evaluate(node: SyntaxNode, scope: Scope): Value {
    this.#step(scope)
    return evaluateExpression(this, withoutTypes(node), scope)
  }

  override statement(statement: SyntaxNode, scope: Scope): Completion {
    this.#step(scope)
    return runStatement(this, statement, scope)
  }

  override statements(statements: readonly SyntaxNode[], scope: Scope): Completion {
    return runStatements(this, statements, scope)
  }

  override importModule(specifier: string, call: ScopedNode): Value {
    return this.modules.import(specifier, call)
  }

  override packagePathOf(value: Value): PackagePath | undefined {
    return this.modules.packagePathOf(value)
  }

  override member(value: Value, name: string, call: ScopedNode): Value {
    return memberOf(this, value, name, call)
  }

  override callValue(called: Value, self: Value, args: ListValue, call: ScopedNode): Value {
    return callValue(this, called, self, args, call)
  }

  override callFunction(called: FunctionValue, self: Value, args: readonly Value[], call: ScopedNode): Value {
    return this.#calls.call(called, self, args, call)
  }

  override callBack(callback: FunctionValue): void {
    this.#calls.callBack(callback)
  }

  override runLater(run: () => void): void {
    this.#waiting.push(run)
  }

  override defer(value: Value | undefined, args: readonly Value[]): void {
    if (value?.type !== 'function' || looksLikeHandler(value)) return
    this.runLater(() => void this.callFunction(value, undefinedValue, args, value))
  }

  override spend(steps: number): void {
    this.#steps += steps
    if (this.#steps > maxSteps) throw new TooManySteps()
  }

  #step(scope: Scope): void {
    const { work } = scope.functionScope.function ?? {}
    if (work !== undefined) work.steps++
    this.spend(1)
  }
}
