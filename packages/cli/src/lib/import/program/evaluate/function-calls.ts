import { getOrInsert } from '@mvc-router/router-core/tools'
import { bindPattern, declare } from './bind-pattern.js'
import { superclassOf } from './class-values.js'
import type { Evaluation } from '../evaluation.js'
import { childIn, nameOf, nodeIn, nodesIn } from '../../../script/syntax-fields.js'
import { placeOf, sourceText } from '../values/call-place.js'
import { joinValues } from '../values/join-values.js'
import { listOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { unknownAt } from '../values/unknown-at.js'
import { Scope, type FunctionValue, type ScopedNode, type Value, type Work } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** Deeper, more often, and with more work, than a program calls that only sets up its routes. */
const maxDepth = 120
const maxBlindCalls = 40
const maxSteps = 50_000

/** Calls functions of the program: binds the parameters, follows the body, joins what it may return. */
export class FunctionCalls {
  readonly #evaluation: Evaluation
  readonly #active: SyntaxNode[] = []
  readonly #blindCalls = new Map<SyntaxNode, number>()
  /** What was followed of each function, in all of its calls. */
  readonly #work = new Map<SyntaxNode, Work>()
  readonly #calledBack = new Set<SyntaxNode>()
  /** The calls that went too deep, by the function that they call. */
  readonly #tooDeep = new Map<SyntaxNode, ScopedNode>()

  constructor(evaluation: Evaluation) {
    this.#evaluation = evaluation
  }

  call(called: FunctionValue, self: Value, given: readonly Value[], call: ScopedNode): Value {
    const evaluation = this.#evaluation
    const args = [...called.boundArguments, ...given]
    const body = nodeIn(called.node, 'body')
    if (body === undefined) return unknownAt(call)
    const nested = this.#active.filter((each) => each === called.node).length
    if (this.#active.length >= maxDepth || nested > (evaluation.conditions.count > 0 ? 6 : 60)) {
      if (!isBlind(called, self, args)) this.#tooDeep.set(called.node, call)
      return unknownAt(call)
    }
    const isRegistering = evaluation.registering.has(called.node)
    evaluation.understood.add(call.node)
    if (this.#isTooOften(called, self, args)) {
      if (isRegistering) this.#report(call, `no argument is known, and ${maxBlindCalls} calls were followed`)
      return unknownAt(call)
    }
    const work = getOrInsert(this.#work, called.node, () => ({ steps: 0 }))
    if (work.steps > maxSteps && !isRegistering) return unknownAt(call)
    const { functionCount, registrationCount } = evaluation
    const scope = new Scope(called.scope.module, called.scope, {
      isArrow: called.node.type === 'ArrowFunctionExpression',
      thisValue: called.thisValue ?? self,
      arguments: args,
      superclass: superclassOf(called),
      work,
      yielded:
        called.node['generator'] === true ? { ...listOf([]), depth: evaluation.conditions.count } : undefined,
    })
    const returns = evaluation.openReturns
    evaluation.openReturns = []
    this.#active.push(called.node)
    try {
      return evaluation.conditions.within(() => {
        this.#bindParameters(called, args, scope, call)
        return withOrigin(this.#result(body, scope, call), functionCount, call)
      })
    } finally {
      this.#active.pop()
      evaluation.openReturns = returns
      if (evaluation.registrationCount > registrationCount) {
        evaluation.registering.add(called.node)
        const deeper = this.#tooDeep.get(called.node)
        if (deeper !== undefined) this.#report(deeper, 'the function calls itself, and goes too deep')
        this.#tooDeep.delete(called.node)
      }
    }
  }

  /** Calls the callback of a call that is not known, once, with unknown arguments. */
  callBack(callback: FunctionValue): void {
    const { node, scope } = callback
    if (this.#calledBack.has(node)) return
    this.#calledBack.add(node)
    const args = nodesIn(node, 'params').map((each) => unknownOf(nameOf(each) ?? 'an argument'))
    this.call(callback, undefinedValue, args, { node, scope })
  }

  /** A function that is told nothing shows after a few calls what it does. */
  #isTooOften(called: FunctionValue, self: Value, args: readonly Value[]): boolean {
    if (!isBlind(called, self, args)) return false
    const count = (this.#blindCalls.get(called.node) ?? 0) + 1
    this.#blindCalls.set(called.node, count)
    return count > maxBlindCalls
  }

  #report(call: ScopedNode, why: string): void {
    this.#evaluation.problems.push({
      place: placeOf(call),
      reason: `${sourceText(call)} is one call too many: ${why}`,
      suggestion: 'write its lines by hand, or name its paths in the call',
    })
  }

  #bindParameters(called: FunctionValue, args: readonly Value[], scope: Scope, call: ScopedNode): void {
    const { node } = called
    const isOpen = this.#evaluation.openCalls.has(call.node)
    const missing = isOpen ? unknownAt(call) : undefinedValue
    const ownName = node.type === 'FunctionExpression' ? nameOf(nodeIn(node, 'id')) : undefined
    if (ownName !== undefined) declare(this.#evaluation, scope, ownName, called)
    for (const [index, parameter] of nodesIn(node, 'params').entries()) {
      const isRest = parameter.type === 'RestElement'
      const target = isRest ? childIn(parameter, 'argument') : parameter
      const value = isRest ? listOf(args.slice(index), isOpen) : (args[index] ?? missing)
      bindPattern(this.#evaluation, target, value, scope, scope, 'parameter')
    }
  }

  #result(body: SyntaxNode, scope: Scope, call: ScopedNode): Value {
    if (body.type !== 'BlockStatement') return this.#evaluation.evaluate(body, scope)
    const completion = this.#evaluation.statements(nodesIn(body, 'body'), scope)
    const last = completion.type === 'return' ? [completion.value] : []
    const values = scope.function?.yielded
      ? [scope.function.yielded]
      : [...this.#evaluation.openReturns, ...last]
    if (values.length === 0) return undefinedValue
    return joinValues(values, call)
  }
}

/** Whether a call tells a function nothing. */
function isBlind(
  { thisValue = undefinedValue }: FunctionValue,
  self: Value,
  args: readonly Value[],
): boolean {
  return (
    args.length > 0 &&
    [thisValue, self, ...args].every(
      (each) => each.type === 'unknown' || (each.type === 'constant' && each.constant === undefined),
    )
  )
}

/** A value that a call made is written as the same call. */
function withOrigin(result: Value, functionCount: number, { node, scope }: ScopedNode): Value {
  if (!node.type.endsWith('CallExpression')) return result
  if (result.type === 'function' && result.serial > functionCount)
    return { ...result, origin: { node, scope } }
  if (result.type === 'unknown') return { ...result, origin: { node, scope }, callee: result }
  if (
    (result.type === 'object' || result.type === 'list') &&
    result.origin?.scope.function !== undefined &&
    result.origin.scope !== scope
  )
    result.origin = { node, scope }
  return result
}
