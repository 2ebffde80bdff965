import { assignTo, bindPattern } from './bind-pattern.js'
import { normal, type Completion, type Evaluation } from '../evaluation.js'
import { nodeIn, nodesIn, childIn } from '../../../script/syntax-fields.js'
import { placeOf } from '../values/call-place.js'
import { loopItems, loopKeys, unknownItem, unknownKey } from '../values/items-of.js'
import { truthOf } from '../values/known-facts.js'
import { Scope, type OpenCondition, type Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** More rounds than a program takes that only sets up its routes. */
const maxIterations = 1000

export function runLoop(
  evaluation: Evaluation,
  statement: SyntaxNode,
  scope: Scope,
  label: string | undefined,
): Completion {
  const inner = new Scope(scope.module, scope)
  const init = nodeIn(statement, 'init')
  const test = nodeIn(statement, 'test')
  const body = childIn(statement, 'body')
  if (init?.type === 'VariableDeclaration') evaluation.statement(init, inner)
  else if (init !== undefined) evaluation.evaluate(init, inner)
  const isDo = statement.type === 'DoWhileStatement'
  for (let round = 0; round < maxIterations; round++) {
    const truth =
      test === undefined || (isDo && round === 0) ? true : truthOf(evaluation.evaluate(test, inner))
    if (truth === false) return normal
    // Each round has names of its own, so that functions made in it keep their values.
    const own = new Scope(scope.module, inner)
    const copied = [...inner.bindings].map(([name, binding]) => [name, { ...binding }] as const)
    for (const [name, binding] of copied) own.bindings.set(name, binding)
    const run = (): Completion => evaluation.statement(body, own)
    // How often only a run could tell: once shows what is in it.
    if (truth === undefined && test !== undefined)
      return runPerhaps(evaluation, { node: test, scope: own }, run)
    const completion = run()
    for (const [name, binding] of copied) {
      const outer = inner.bindings.get(name)
      if (outer !== undefined) outer.value = binding.value
    }
    const end = endOfLoop(completion, label)
    if (end !== undefined) return end
    const update = nodeIn(statement, 'update')
    if (update !== undefined) evaluation.evaluate(update, inner)
  }
  evaluation.problems.push({
    place: placeOf({ node: statement, scope }),
    reason: `The loop has more than ${maxIterations} rounds, and the others were not followed`,
    suggestion: 'write the lines of the other rounds by hand, or keep the loop in Express',
  })
  return normal
}

export function runForEach(
  evaluation: Evaluation,
  statement: SyntaxNode,
  scope: Scope,
  label: string | undefined,
): Completion {
  const left = childIn(statement, 'left')
  const right = childIn(statement, 'right')
  const body = childIn(statement, 'body')
  const isOverKeys = statement.type === 'ForInStatement'
  const subject = evaluation.evaluate(right, scope)
  const { known, isOpen } = isOverKeys ? loopKeys(subject) : loopItems(subject)
  const run = (item: Value): Completion => {
    const own = new Scope(scope.module, scope)
    if (left.type === 'VariableDeclaration') {
      const pattern = nodesIn(left, 'declarations').map((each) => nodeIn(each, 'id'))[0]
      if (pattern !== undefined) bindPattern(evaluation, pattern, item, own)
    } else assignTo(evaluation, left, item, own)
    return evaluation.statement(body, own)
  }
  for (const item of known) {
    const end = endOfLoop(run(item), label)
    if (end !== undefined) return end
  }
  if (!isOpen) return normal
  const condition = { node: right, scope, asks: isOverKeys ? 'keys' : 'items' } as const
  const unknown = isOverKeys ? unknownKey() : unknownItem(condition)
  return runPerhaps(evaluation, condition, () => run(unknown))
}

/** Runs what may not run at all. If it leaves the function, the code behind it runs only where it has not run. */
function runPerhaps(evaluation: Evaluation, condition: OpenCondition, run: () => Completion): Completion {
  const completion = evaluation.conditions.under(condition, false, run)
  if (completion.type !== 'return') return normal
  evaluation.openReturns.push(completion.value)
  evaluation.conditions.add(condition, true)
  return normal
}

/** How the loop with this label ends behind a round; undefined where it goes on. A `break` with a label is left to the label. */
function endOfLoop(completion: Completion, label: string | undefined): Completion | undefined {
  if (completion.type === 'normal') return undefined
  if (completion.type === 'break' && completion.label === undefined) return normal
  if (completion.type === 'continue' && (completion.label === undefined || completion.label === label))
    return undefined
  return completion
}
