import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { callExpression, newExpression, spreadInto, dynamicImport } from './calls.js'
import { classValue, functionValue } from './class-values.js'
import { evaluateField, keyOf } from './evaluate-field.js'
import { memberExpression } from './members.js'
import { assignment, binary, conditional, logical, unary, update } from './operations.js'
import type { Evaluation } from '../evaluation.js'
import { globalValue } from '../natives/platform-values.js'
import { cookedText, listIn, nodeIn, nodesIn, textIn, withoutTypes } from '../../../script/syntax-fields.js'
import { takeItems } from '../values/items-of.js'
import { assumedConstant, textOf } from '../values/known-facts.js'
import { constantOf, listOf, nativeOf, objectOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { computed, unknownAt } from '../values/unknown-at.js'
import type { ListValue, ObjectValue, Scope, ScopedNode, Value } from '../values/values.js'
import type { SyntaxNode } from '../../../script/script-syntax.js'

export function evaluateExpression(evaluation: Evaluation, outer: SyntaxNode, scope: Scope): Value {
  const node = withoutTypes(outer)
  const call = { node, scope }
  switch (node.type) {
    case 'StringLiteral':
      return constantOf(textIn(node, 'value'))
    case 'NumericLiteral':
      return constantOf(Number(node['value']))
    case 'BooleanLiteral':
      return constantOf(node['value'] === true)
    case 'NullLiteral':
      return constantOf(null)
    case 'BigIntLiteral':
      return constantOf(BigInt(textIn(node, 'value')))
    case 'RegExpLiteral':
      return computed(call, () => constantOf(new RegExp(textIn(node, 'pattern'), textIn(node, 'flags'))))
    case 'TemplateLiteral':
      return templateText(evaluation, node, scope)
    case 'Identifier':
      return nameValue(evaluation, textIn(node, 'name'), call)
    case 'ThisExpression':
      return scope.thisValue ?? (scope.module.isEsModule ? undefinedValue : unknownOf('this'))
    case 'ArrayExpression':
      return listLiteral(evaluation, node, scope)
    case 'ObjectExpression':
      return objectLiteral(evaluation, node, scope)
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return functionValue(evaluation, node, scope)
    case 'ClassExpression':
    case 'ClassDeclaration':
      return classValue(evaluation, node, scope)
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return memberExpression(evaluation, node, scope)
    case 'CallExpression':
    case 'OptionalCallExpression':
      return callExpression(evaluation, node, scope)
    case 'NewExpression':
      return newExpression(evaluation, node, scope)
    case 'ImportExpression':
      return dynamicImport(evaluation, nodeIn(node, 'source'), call)
    case 'AssignmentExpression':
      return assignment(evaluation, node, scope)
    case 'LogicalExpression':
      return logical(evaluation, node, scope)
    case 'ConditionalExpression':
      return conditional(evaluation, node, scope)
    case 'BinaryExpression':
      return binary(evaluation, node, scope)
    case 'UnaryExpression':
      return unary(evaluation, node, scope)
    case 'UpdateExpression':
      return update(evaluation, node, scope)
    case 'SequenceExpression':
      return (
        nodesIn(node, 'expressions')
          .map((each) => evaluation.evaluate(each, scope))
          .at(-1) ?? undefinedValue
      )
    case 'AwaitExpression':
      return evaluateField(evaluation, node, 'argument', scope)
    case 'YieldExpression': {
      const list = scope.functionScope.function?.yielded ?? listOf([])
      const value = evaluateField(evaluation, node, 'argument', scope)
      if (node['delegate'] === true) takeItems(list, value)
      else list.items.push(value)
      list.isOpen ||= evaluation.conditions.count > (list.depth ?? 0)
      return unknownAt(call)
    }
    case 'TaggedTemplateExpression':
      evaluateField(evaluation, node, 'tag', scope)
      return unknownAt(call)
    case 'MetaProperty':
      return objectOf(
        [
          ['url', constantOf(pathToFileURL(scope.module.file).href)],
          ['filename', constantOf(scope.module.file)],
          ['dirname', constantOf(dirname(scope.module.file))],
        ],
        { isOpen: true },
      )
    default:
      return unknownAt(call)
  }
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
  if (name === 'require') return requireFunction(evaluation, call)
  if (name === 'arguments') {
    for (let scope: Scope | undefined = call.scope; scope !== undefined; scope = scope.parent)
      if (scope.function !== undefined && !scope.function.isArrow) return listOf(scope.function.arguments)
  }
  return globalValue(name, evaluation) ?? unknownOf(name)
}

function requireFunction(evaluation: Evaluation, { scope }: ScopedNode): Value {
  return nativeOf(
    ([specifier], call) => {
      const text = textOf(specifier)
      if (text !== undefined) return evaluation.importModule(text, { node: call.node, scope })
      return unknownAt(call)
    },
    [['main', unknownOf('require.main')]],
  )
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
