import { lowerFirst } from '@mvc-router/router-core/tools'
import type { SyntaxNode } from '../../script/script-syntax.js'
import {
  isNameChain,
  lastName,
  nameOf,
  nodeIn,
  nodesIn,
  textIn,
  withoutTypes,
} from '../../script/syntax-fields.js'
import { textOf, originOf } from '../program/values/known-facts.js'
import type { Scope, Value } from '../program/values/values.js'

/** `controllers.user.show` as the controller `user` and its method `show`. */
export function actionMember(
  node: SyntaxNode,
  scope: Scope,
): { object: SyntaxNode; controller: string; method: string } | undefined {
  const each = boundMember(node) ?? node
  if (each.type !== 'MemberExpression' || !isNameChain(each)) return undefined
  const object = nodeIn(each, 'object')
  const method = nameOf(nodeIn(each, 'property'))
  if (object === undefined || method === undefined) return undefined
  const controller = lastName(object)
  if (controller === undefined || object.type === 'ThisExpression') return undefined
  const binding = object.type === 'Identifier' ? scope.find(controller) : undefined
  if (binding?.kind === 'parameter') return undefined
  return { object, controller, method: methodName(method) }
}

/** `users.show` in `users.show.bind(users)`. */
export function boundMember(node: SyntaxNode): SyntaxNode | undefined {
  const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : undefined
  return callee && nameOf(nodeIn(callee, 'property')) === 'bind' ? nodeIn(callee, 'object') : undefined
}

/** The name that a function has of its own. */
export function functionName(value: Value): string | undefined {
  if (value.type !== 'function') return undefined
  return nameOf(nodeIn(value.node, 'id')) ?? nameOf(nodeIn(value.node, 'key'))
}

/** A name that begins in lower case and has letters, digits and underscores only. */
export function methodName(name: string): string {
  return lowerFirst(name.replaceAll(/\W/g, '')) || 'handle'
}

/** `auth('manageUsers')` as `auth manageUsers`. */
export function callWords(node: SyntaxNode, scope: Scope): string | undefined {
  const callee = nodeIn(node, 'callee')
  const own = callee && (callee.type === 'CallExpression' ? callWords(callee, scope) : lastName(callee))
  if (callee === undefined || own === undefined) return undefined
  const object = nodeIn(callee, 'object')
  const owner = object && lastName(object)
  const name = shortNames.has(own) && owner !== undefined ? `${owner} ${own}` : own
  const words = nodesIn(node, 'arguments')
    .slice(0, 2)
    .map((outer) => {
      const argument = withoutTypes(outer)
      if (argument.type === 'StringLiteral') return textIn(argument, 'value')
      if (argument.type === 'MemberExpression') return lastName(argument)
      if (argument.type === 'Identifier') {
        const text = textOf(scope.find(nameOf(argument) ?? '')?.value)
        return text ?? nameOf(argument)
      }
      return undefined
    })
    .filter((word) => word !== undefined && word.length <= 24)
  return [name, ...words].join(' ')
}

/** Whether a value is a function that the program writes out. */
export function isFunctionLiteral(value: Value): boolean {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ObjectMethod|ClassMethod)$/.test(
    originOf(value)?.node.type ?? '',
  )
}

/** `asyncHandler(async (req, res) => ...)`. */
export function isCallWithHandler(value: Value): boolean {
  const node = originOf(value)?.node
  return node?.type.endsWith('CallExpression') === true && hasInlineFunction(node)
}

/** Whether a function is written out among the arguments of a call. */
export function hasInlineFunction(node: SyntaxNode): boolean {
  return nodesIn(node, 'arguments').some(
    (each) => /Function/.test(each.type) || (each.type === 'CallExpression' && hasInlineFunction(each)),
  )
}

/** Names that say nothing without their owner: `passport.initialize`. */
export const shortNames: ReadonlySet<string> = new Set([
  'required',
  'optional',
  'handle',
  'handler',
  'init',
  'serve',
  'default',
  'middleware',
  'check',
  'use',
  'load',
  'user',
  'admin',
  'initialize',
  'session',
  'json',
  'text',
])
