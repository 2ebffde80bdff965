import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callExpression, newExpression, spreadInto, dynamicImport } from './calls.js'
import { classValue, functionValue } from './class-values.js'
import { evaluateField, keyOf } from './evaluate-field.js'
import { memberExpression } from './members.js'
import { assignment, binary, conditional, logical, unary, update } from './operations.js'
import type { Evaluation } from '../evaluation.js'
import { globalValue, requireFunction } from '../natives/platform-values.js'
import { cookedText, listIn, nodeIn, nodesIn, textIn } from '../../../script/syntax-fields.js'
import { takeItems } from '../values/items-of.js'
import { assumedConstant } from '../values/known-facts.js'
import { constantOf, listOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { computed, unknownAt } from '../values/unknown-at.js'
import type { Constant, ListValue, ObjectValue, Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

type Evaluate = (evaluation: Evaluation, node: SyntaxNode, scope: Scope) => Value

export function evaluateExpression(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const evaluate = evaluators[node.type]
  return evaluate === undefined ? unknownAt({ node, scope }) : evaluate(evaluation, node, scope)
}

/** How the expressions of each type are computed; what others give, only a run could tell. */
const evaluators: Readonly<Record<string, Evaluate | undefined>> = {
  __proto__: null as never,
  StringLiteral: literal,
  NumericLiteral: literal,
  BooleanLiteral: literal,
  NullLiteral: () => constantOf(null),
  BigIntLiteral: (_, node) => constantOf(BigInt(textIn(node, 'value'))),
  RegExpLiteral: (_, node, scope) =>
    computed({ node, scope }, () => constantOf(new RegExp(textIn(node, 'pattern'), textIn(node, 'flags')))),
  TemplateLiteral: templateText,
  Identifier: (evaluation, node, scope) => nameValue(evaluation, textIn(node, 'name'), { node, scope }),
  ThisExpression: (_, _node, scope) =>
    scope.thisValue ?? (scope.module.isEsModule ? undefinedValue : unknownOf('this')),
  ArrayExpression: listLiteral,
  ObjectExpression: objectLiteral,
  ArrowFunctionExpression: functionValue,
  FunctionExpression: functionValue,
  FunctionDeclaration: functionValue,
  ClassExpression: classValue,
  ClassDeclaration: classValue,
  MemberExpression: memberExpression,
  OptionalMemberExpression: memberExpression,
  CallExpression: callExpression,
  OptionalCallExpression: callExpression,
  NewExpression: newExpression,
  ImportExpression: (evaluation, node, scope) =>
    dynamicImport(evaluation, nodeIn(node, 'source'), { node, scope }),
  AssignmentExpression: assignment,
  LogicalExpression: logical,
  ConditionalExpression: conditional,
  BinaryExpression: binary,
  UnaryExpression: unary,
  UpdateExpression: update,
  SequenceExpression: (evaluation, node, scope) => {
    const values = nodesIn(node, 'expressions').map((each) => evaluation.evaluate(each, scope))
    return values.at(-1) ?? undefinedValue
  },
  AwaitExpression: (evaluation, node, scope) => evaluateField(evaluation, node, 'argument', scope),
  YieldExpression: yieldExpression,
  TaggedTemplateExpression: (evaluation, node, scope) => {
    evaluateField(evaluation, node, 'tag', scope)
    return unknownAt({ node, scope })
  },
  MetaProperty: (_, _node, { module: { file } }) =>
    objectOf(
      [
        ['url', constantOf(pathToFileURL(file).href)],
        ['filename', constantOf(file)],
        ['dirname', constantOf(dirname(file))],
      ],
      { isOpen: true },
    ),
}

function literal(_: Evaluation, node: SyntaxNode): Value {
  return constantOf(node['value'] as Constant)
}

function yieldExpression(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const list = scope.functionScope.function?.yielded ?? listOf([])
  const value = evaluateField(evaluation, node, 'argument', scope)
  if (node['delegate'] === true) takeItems(list, value)
  else list.items.push(value)
  list.isOpen ||= evaluation.conditions.count > (list.depth ?? 0)
  return unknownAt({ node, scope })
}

function templateText(evaluation: Evaluation, node: SyntaxNode, scope: Scope): Value {
  const expressions = nodesIn(node, 'expressions').map((each) => evaluation.evaluate(each, scope))
  let text = ''
  let isCertain = true
  for (const [index, quasi] of nodesIn(node, 'quasis').entries()) {
    text += cookedText(quasi)
    const value = expressions[index]
    if (value === undefined) continue
    const constant = assumedConstant(value)
    if (constant instanceof RegExp || (value.type !== 'constant' && constant === undefined))
      return unknownAt({ node, scope }, { isText: true })
    isCertain &&= value.type === 'constant'
    text += String(constant)
  }
  return isCertain ? constantOf(text) : unknownAt({ node, scope }, { isText: true, fallback: text })
}

function nameValue(evaluation: Evaluation, name: string, call: ScopedNode): Value {
  const binding = call.scope.find(name)
  if (binding !== undefined) return binding.value
  if (name === 'undefined') return undefinedValue
  if (name === 'NaN') return constantOf(NaN)
  if (name === 'Infinity') return constantOf(Infinity)
  if (name === 'require') return requireFunction(evaluation, call.scope)
  const given = name === 'arguments' ? call.scope.ownFunction?.arguments : undefined
  if (given !== undefined) return listOf(given)
  return globalValue(name, evaluation) ?? unknownOf(name)
}

function listLiteral(evaluation: Evaluation, node: SyntaxNode, scope: Scope): ListValue {
  const list = listOf([])
  list.origin = { node, scope }
  list.depth = evaluation.conditions.count
  for (const element of listIn(node, 'elements')) {
    if (element === undefined) list.items.push(undefinedValue)
    else if (element.type === 'SpreadElement') spreadInto(evaluation, element, scope, list)
    else list.items.push(evaluation.evaluate(element, scope))
  }
  return list
}

function objectLiteral(evaluation: Evaluation, node: SyntaxNode, scope: Scope): ObjectValue {
  const object = objectOf([], { origin: { node, scope } })
  for (const property of nodesIn(node, 'properties')) {
    if (property.type === 'SpreadElement') {
      const value = evaluateField(evaluation, property, 'argument', scope)
      if (value.type === 'object') {
        for (const [key, field] of value.fields) object.fields.set(key, field)
        object.isOpen ||= value.isOpen
      } else if (value.type !== 'constant') object.isOpen = true
      continue
    }
    const key = keyOf(evaluation, property, scope)
    if (key === undefined) {
      object.isOpen = true
      continue
    }
    if (property.type === 'ObjectMethod') {
      const kind = textIn(property, 'kind')
      const method = functionValue(evaluation, property, scope, object)
      if (kind === 'get')
        object.fields.set(key, evaluation.callFunction(method, object, [], { node: property, scope }))
      else if (kind !== 'set') object.fields.set(key, method)
    } else object.fields.set(key, evaluateField(evaluation, property, 'value', scope))
  }
  return object
}
