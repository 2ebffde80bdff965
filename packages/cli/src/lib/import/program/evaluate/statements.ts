import { bindPattern, declare } from './bind-pattern.js'
import { classValue, functionValue } from './class-values.js'
import { evaluateField } from './evaluate-field.js'
import { runForEach, runLoop } from './loops.js'
import { hoistExports, importDeclaration, importEquals, runExport } from './module-statements.js'
import { normal, type Completion, type Evaluation } from '../evaluation.js'
import { nameOf, nodeIn, nodesIn, textIn, childIn } from '../../../script/syntax-fields.js'
import { joinValues } from '../values/join-values.js'
import { assumedTruth, truthOf } from '../values/known-facts.js'
import { constantOf, objectOf, undefinedValue } from '../values/make-values.js'
import { Scope } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

/** Follows the statements of a block: first what is hoisted, then each in turn. */
export function runStatements(
  evaluation: Evaluation,
  statements: readonly SyntaxNode[],
  scope: Scope,
): Completion {
  hoist(evaluation, statements, scope)
  return evaluation.conditions.within(() => {
    for (const statement of statements) {
      const completion = evaluation.statement(statement, scope)
      if (completion.type !== 'normal') return completion
    }
    return normal
  })
}

/** Gives nothing where the statement behind it comes next. */
type Run = (evaluation: Evaluation, statement: SyntaxNode, scope: Scope, label?: string) => Completion | void

/** @param label the one that stands before it */
export function runStatement(
  evaluation: Evaluation,
  statement: SyntaxNode,
  scope: Scope,
  label?: string,
): Completion {
  return runners[statement.type]?.(evaluation, statement, scope, label) ?? normal
}

/** How the statements of each type are followed; the others do nothing. */
const runners: Readonly<Record<string, Run | undefined>> = {
  __proto__: null as never,
  ExpressionStatement: (evaluation, statement, scope) =>
    void evaluateField(evaluation, statement, 'expression', scope),
  VariableDeclaration: declareVariables,
  ClassDeclaration: (evaluation, statement, scope) =>
    declare(evaluation, scope, ownName(statement), classValue(evaluation, statement, scope)),
  ReturnStatement: (evaluation, statement, scope) => ({
    type: 'return',
    value: evaluateField(evaluation, statement, 'argument', scope),
  }),
  ThrowStatement: (evaluation, statement, scope) => ({
    type: 'throw',
    value: evaluateField(evaluation, statement, 'argument', scope),
  }),
  BlockStatement: runBlock,
  StaticBlock: runBlock,
  IfStatement: runIf,
  ForStatement: runLoop,
  WhileStatement: runLoop,
  DoWhileStatement: runLoop,
  ForOfStatement: runForEach,
  ForInStatement: runForEach,
  SwitchStatement: runSwitch,
  TryStatement: runTry,
  LabeledStatement: (evaluation, statement, scope) => {
    const label = nameOf(nodeIn(statement, 'label'))
    const completion = runStatement(evaluation, childIn(statement, 'body'), scope, label)
    return 'label' in completion && completion.label === label ? normal : completion
  },
  BreakStatement: (_, statement) => ({ type: 'break', label: nameOf(nodeIn(statement, 'label')) }),
  ContinueStatement: (_, statement) => ({ type: 'continue', label: nameOf(nodeIn(statement, 'label')) }),
  ExportNamedDeclaration: runExport,
  ExportDefaultDeclaration: runExport,
  ExportAllDeclaration: runExport,
  TSExportAssignment: runExport,
  TSImportEqualsDeclaration: importEquals,
  TSEnumDeclaration: declareEnum,
}

function runBlock(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): Completion {
  return evaluation.statements(nodesIn(statement, 'body'), new Scope(scope.module, scope))
}

function hoist(evaluation: Evaluation, statements: readonly SyntaxNode[], scope: Scope): void {
  for (const outer of statements) {
    const statement = /^Export(Named|Default)Declaration$/.test(outer.type)
      ? (nodeIn(outer, 'declaration') ?? outer)
      : outer
    if (statement.type === 'FunctionDeclaration')
      declare(evaluation, scope, ownName(statement), functionValue(evaluation, statement, scope))
    else if (statement.type === 'ImportDeclaration') importDeclaration(evaluation, statement, scope)
  }
  for (const outer of statements) hoistExports(evaluation, outer, scope)
}

function runIf(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): Completion {
  const test = childIn(statement, 'test')
  const consequent = nodeIn(statement, 'consequent')
  const alternate = nodeIn(statement, 'alternate')
  const tested = evaluation.evaluate(test, scope)
  const truth = truthOf(tested)
  const run = (branch: SyntaxNode | undefined): Completion =>
    branch === undefined ? normal : evaluation.statement(branch, scope)
  if (truth !== undefined) return run(truth ? consequent : alternate)
  const condition = { node: test, scope, assumed: assumedTruth(tested) }
  const first = evaluation.conditions.under(condition, false, () => run(consequent))
  const second = evaluation.conditions.under(condition, true, () => run(alternate))
  if (first.type === 'normal' && second.type === 'normal') return normal
  if (first.type !== 'normal' && second.type !== 'normal') {
    if (first.type === 'return' && second.type === 'return')
      return { type: 'return', value: joinValues([first.value, second.value], { node: statement, scope }) }
    return first.type === 'throw' ? second : first
  }
  // One side leaves: the rest of the block runs on the other side only, and decides what else is returned.
  const [left, isNegated] = first.type === 'normal' ? [second, false] : [first, true]
  if (left.type === 'return') evaluation.openReturns.push(left.value)
  if (left.type !== 'throw') evaluation.conditions.add(condition, isNegated)
  return normal
}

function runSwitch(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): Completion {
  const discriminant = childIn(statement, 'discriminant')
  const subject = evaluation.evaluate(discriminant, scope)
  const cases = nodesIn(statement, 'cases')
  const inner = new Scope(scope.module, scope)
  const tests = cases.map((each) => {
    const test = nodeIn(each, 'test')
    return test && evaluation.evaluate(test, inner)
  })
  const isKnown =
    subject.type === 'constant' && tests.every((test) => test === undefined || test.type === 'constant')
  const runFrom = (start: number): Completion => {
    for (const each of cases.slice(start)) {
      const completion = evaluation.statements(nodesIn(each, 'consequent'), inner)
      if (completion.type === 'break' && completion.label === undefined) return normal
      if (completion.type !== 'normal') return completion
    }
    return normal
  }
  if (isKnown) {
    const hit = tests.findIndex((test) => test?.type === 'constant' && test.constant === subject.constant)
    const start = hit >= 0 ? hit : tests.indexOf(undefined)
    return start < 0 ? normal : runFrom(start)
  }
  // `case 'a':` without statements shares those of the next case.
  let sharing: SyntaxNode[] = []
  for (const [index, each] of cases.entries()) {
    sharing.push(each)
    if (nodesIn(each, 'consequent').length === 0) continue
    const isDefault = sharing.some((one) => nodeIn(one, 'test') === undefined)
    const among = (isDefault ? cases.filter((one) => !sharing.includes(one)) : sharing).flatMap(
      (one) => nodeIn(one, 'test') ?? [],
    )
    sharing = []
    const run = (): Completion => runFrom(index)
    const completion =
      among.length === 0
        ? run()
        : evaluation.conditions.under({ node: discriminant, scope, among }, isDefault, run)
    if (completion.type === 'return') evaluation.openReturns.push(completion.value)
  }
  return normal
}

function runTry(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): Completion {
  const run = (part: SyntaxNode | undefined, inner = scope): Completion =>
    part === undefined ? normal : evaluation.statement(part, inner)
  let completion = run(nodeIn(statement, 'block'))
  const handler = nodeIn(statement, 'handler')
  if (completion.type === 'throw' && handler !== undefined) {
    const inner = new Scope(scope.module, scope)
    const param = nodeIn(handler, 'param')
    if (param !== undefined) bindPattern(evaluation, param, completion.value, inner)
    completion = run(nodeIn(handler, 'body'), inner)
  }
  const last = run(nodeIn(statement, 'finalizer'))
  return last.type === 'normal' ? completion : last
}

function declareVariables(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  for (const each of nodesIn(statement, 'declarations')) {
    const pattern = childIn(each, 'id')
    const init = nodeIn(each, 'init')
    const isVar = textIn(statement, 'kind') === 'var'
    const target = isVar ? scope.functionScope : scope
    if (init === undefined && isVar && target.bindings.has(nameOf(pattern) ?? '')) continue
    const value = init === undefined ? undefinedValue : evaluation.evaluate(init, scope)
    bindPattern(evaluation, pattern, value, target, scope)
  }
}

function ownName(declaration: SyntaxNode): string {
  return nameOf(nodeIn(declaration, 'id')) ?? ''
}

function declareEnum(evaluation: Evaluation, statement: SyntaxNode, scope: Scope): void {
  const value = objectOf([])
  const body = nodeIn(statement, 'body') ?? statement
  let next = 0
  for (const member of nodesIn(body, 'members')) {
    const key = nameOf(nodeIn(member, 'id'))
    const init = nodeIn(member, 'initializer')
    const field = init === undefined ? constantOf(next) : evaluation.evaluate(init, scope)
    if (field.type === 'constant' && typeof field.constant === 'number') next = field.constant + 1
    if (key !== undefined) value.fields.set(key, field)
  }
  declare(evaluation, scope, ownName(statement), value)
}
