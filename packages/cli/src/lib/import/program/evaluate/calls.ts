import { construct } from './class-values.js'
import { evaluateField, keyOf } from './evaluate-field.js'
import type { Evaluation } from '../evaluation.js'
import { nameOf, nodeIn, nodesIn, withoutTypes, childIn } from '../../../script/syntax-fields.js'
import { receiverOf, underItems } from '../natives/each-item.js'
import { placeOf, sourceText } from '../values/call-place.js'
import { takeItems } from '../values/items-of.js'
import { textOf } from '../values/known-facts.js'
import { listOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { unknownAt } from '../values/unknown-at.js'
import type { ExpressRouter, FunctionValue, ListValue, Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

export function callExpression(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const calleeNode = childIn(node, 'callee')
  if (calleeNode.type === 'Import')
    return dynamicImport(evaluation, nodesIn(node, 'arguments')[0], { node, scope })
  const callee = withoutTypes(calleeNode)
  let self: Value = undefinedValue
  let called: Value
  if (callee.type === 'Super') {
    superCall(evaluation, node, scope)
    return undefinedValue
  }
  if (callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression') {
    const objectNode = childIn(callee, 'object')
    if (objectNode.type === 'Super') {
      called = evaluation.evaluate(callee, scope)
      self = scope.thisValue ?? undefinedValue
    } else {
      self = evaluation.evaluate(objectNode, scope)
      const key = keyOf(evaluation, callee, scope, 'property')
      if (key === undefined && self.type === 'router')
        return unresolvedRegistration(evaluation, { node, scope })
      called =
        key === undefined
          ? unknownOf(sourceText({ node: callee, scope }))
          : evaluation.member(self, key, { node: callee, scope })
    }
  } else called = evaluation.evaluate(callee, scope)
  const args = argumentsOf(evaluation, node, scope)
  return evaluation.callValue(called, self, args, { node, scope })
}

export function newExpression(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const called = evaluation.evaluate(childIn(node, 'callee'), scope)
  const args = argumentsOf(evaluation, node, scope)
  const call = { node, scope }
  if (called.type === 'native') return called.call(args.items, call)
  const origin = { node, scope }
  if (called.type === 'class') {
    const object = objectOf([], { classValue: called, origin })
    construct(evaluation, called, object, args.items, call)
    return object
  }
  if (called.type === 'function') {
    const prototype = called.fields.get('prototype')
    const object = objectOf(prototype?.type === 'object' ? prototype.fields : [], { origin })
    const result = evaluation.callFunction(called, object, args.items, { node: called.node, scope })
    return result.type === 'constant' ? object : result
  }
  return callUnknown(evaluation, called, args, call)
}

export function dynamicImport(
  evaluation: Evaluation,
  source: SyntaxNode | undefined,
  call: ScopedNode,
): Value {
  const value = source === undefined ? undefinedValue : evaluation.evaluate(source, call.scope)
  const text = textOf(value)
  if (text === undefined) return unknownAt(call)
  const path = text.startsWith('file://') ? text.slice('file://'.length) : text
  return evaluation.importModule(path, call)
}

function superCall(evaluation: Evaluation, node: SyntaxNode, scope: Scope): void {
  const superclass = scope.ownFunction?.superclass
  const self = scope.thisValue
  const args = argumentsOf(evaluation, node, scope)
  if (self?.type !== 'object') return
  if (superclass?.type === 'class') construct(evaluation, superclass, self, args.items, { node, scope })
  else self.isOpen = true
}

function argumentsOf(evaluation: Evaluation, node: SyntaxNode, scope: Scope): ListValue {
  const list = listOf([])
  for (const argument of nodesIn(node, 'arguments')) {
    if (argument.type === 'SpreadElement') spreadInto(evaluation, argument, scope, list)
    else list.items.push(evaluation.evaluate(argument, scope))
  }
  return list
}

export function spreadInto(evaluation: Evaluation, element: SyntaxNode, scope: Scope, into: ListValue): void {
  takeItems(into, evaluateField(evaluation, element, 'argument', scope))
}

/** Calls any value. Callbacks of an unknown function are called once, with unknown arguments. */
export function callValue(
  evaluation: Evaluation,
  called: Value,
  self: Value,
  args: ListValue,
  call: ScopedNode,
): Value {
  if (args.isOpen) evaluation.openCalls.add(call.node)
  else evaluation.openCalls.delete(call.node)
  switch (called.type) {
    case 'function':
      return evaluation.callFunction(called, self, args.items, call)
    case 'native':
      return called.call(args.items, call)
    case 'class':
    case 'constant':
    case 'list':
    case 'router':
      return unknownAt(call)
    default:
      if (self.type === 'router') noteOwnMethod(evaluation, self, args, call)
      return callUnknown(evaluation, called, args, call)
  }
}

function callUnknown(evaluation: Evaluation, called: Value, args: ListValue, call: ScopedNode): Value {
  const calleeNode = nodeIn(call.node, 'callee')
  const method = calleeNode && nameOf(nodeIn(calleeNode, 'property'))
  for (const argument of args.items) {
    if (argument.type === 'function' && method !== 'catch' && !looksLikeHandler(argument)) {
      const run = (): void => evaluation.callBack(argument)
      const list = receiverOf(call.node)
      if (method !== undefined && laterMethods.has(method)) evaluation.runLater(run)
      else if (method !== undefined && list !== undefined && loopMethods.has(method))
        underItems(evaluation, list, call, run)
      else run()
    }
    noteEscape(evaluation, argument, called, call)
  }
  return unknownAt(call, { callee: called })
}

/** `app[method](path, show)`, where only a run could tell the method. */
function unresolvedRegistration(evaluation: Evaluation, call: ScopedNode): Value {
  if (argumentsOf(evaluation, call.node, call.scope).items.length > 1) {
    evaluation.understood.add(call.node)
    evaluation.problems.push({
      place: placeOf(call),
      reason: `The method of ${sourceText(call)} is known at run time only`,
      suggestion: 'write one line for each method',
    })
  }
  return unknownAt(call)
}

/** An application or a router in the hands of a package may get routes that nobody sees. */
function noteEscape(evaluation: Evaluation, argument: Value, called: Value, call: ScopedNode): void {
  const specifier = called.type === 'unknown' ? called.packagePath?.specifier : undefined
  if (specifier !== undefined && registersNothing.test(specifier)) return
  const values = argument.type === 'object' ? [argument, ...argument.fields.values()] : [argument]
  for (const value of values) {
    if (value.type !== 'router') continue
    if (called.type === 'unknown' && isServer(called.text)) {
      value.listens = true
      continue
    }
    evaluation.problems.push({
      place: placeOf(call),
      reason: `${sourceText(call)} is given the ${value.isApplication ? 'application' : 'router'}, and may register routes that cannot be read`,
      suggestion: 'keep this call in the application; --verify shows which routes it registers',
    })
  }
}

export function looksLikeHandler({ node }: FunctionValue): boolean {
  return takesRequest(node)
}

/** `(req, res)`, or `(err, req, res, next)`: `(err, db)` is called back by what opens a database. */
export function takesRequest(node: SyntaxNode): boolean {
  const [first, second] = nodesIn(node, 'params').map(nameOf)
  return [first, second].some((name) => /^_*(req|request)$/i.test(name ?? ''))
}

/** `app.ws('/chat', show)`: a method that Express does not have, which a package or the program adds. */
function noteOwnMethod(
  evaluation: Evaluation,
  self: ExpressRouter,
  { items: [path, ...others] }: ListValue,
  call: ScopedNode,
): void {
  if (path === undefined || others.length === 0 || textOf(path)?.startsWith('/') !== true) return
  evaluation.understood.add(call.node)
  evaluation.problems.push({
    place: placeOf(call),
    reason: `${sourceText(call)} calls a method that Express does not have, and may register routes that cannot be read`,
    suggestion: `keep this call in the application, ${self.isApplication ? 'or' : 'with its router, or'} write the line by hand`,
  })
}

function isServer(text: string): boolean {
  return /\b(create\w*Server|Server|listen|supertest|request|serverless|createProxy|expressWs|enableWs|http-terminator)\b/.test(
    text,
  )
}

/** Packages that set the application's views, or watch it. */
const registersNothing = /^(nunjucks|express-nunjucks|hbs|@sentry\/.+)$/

/** Methods that call what they are given once for each item. */
const loopMethods: ReadonlySet<string> = new Set(['filter', 'flatMap', 'forEach', 'map'])

/** Methods that call what they are given later. */
const laterMethods: ReadonlySet<string> = new Set([
  'then',
  'finally',
  'on',
  'once',
  'addListener',
  'addEventListener',
  'listen',
])
