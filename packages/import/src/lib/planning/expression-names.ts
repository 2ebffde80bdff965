import { lowerFirst } from '@mvc-router/router-core/tools'
import { findBinding, type ProgramNode } from '../call-sites/call-sites.js'
import type { SyntaxNode } from '../script/script-syntax.js'
import {
  isNameChain,
  lastName,
  nameOf,
  nodeIn,
  nodesIn,
  textIn,
  withoutTypes,
} from '../script/syntax-fields.js'

/** Splits `controllers.user.show` into the controller `user` and the method `show`. */
export function actionMember({
  node,
  module,
}: ProgramNode): { object: SyntaxNode; controller: string; method: string } | undefined {
  const each = boundMember(node) ?? node
  if (each.type !== 'MemberExpression' || !isNameChain(each)) return undefined
  const object = nodeIn(each, 'object')
  const method = nameOf(nodeIn(each, 'property'))
  if (object === undefined || method === undefined) return undefined
  const controller = lastName(object)
  if (controller === undefined || object.type === 'ThisExpression') return undefined
  const isLocal =
    object.type === 'Identifier' && findBinding({ node: object, module }, controller)?.kind === 'parameter'
  return isLocal ? undefined : { object, controller, method: methodName(method) }
}

/** Returns `users.show` for `users.show.bind(users)`. */
export function boundMember(node: SyntaxNode): SyntaxNode | undefined {
  const callee = nodeIn(node, 'callee')
  return callee && nameOf(nodeIn(callee, 'property')) === 'bind' ? nodeIn(callee, 'object') : undefined
}

/** Removes all characters except ASCII letters, digits and underscores, and makes the first letter lower-case. */
export function methodName(name: string): string {
  return lowerFirst(name.replaceAll(/\W/g, '')) || 'handle'
}

/** Converts `auth('manageUsers')` to `auth manageUsers`. */
export function callWords({ node, module }: ProgramNode): string | undefined {
  // The first argument of `check.bind(this, 'read')` is no word.
  const bound = boundMember(node)
  const callee = bound ?? nodeIn(node, 'callee')
  const own =
    callee && (callee.type === 'CallExpression' ? callWords({ node: callee, module }) : lastName(callee))
  if (callee === undefined || own === undefined) return undefined
  const object = nodeIn(callee, 'object')
  const owner = object && lastName(object)
  const name = shortNames.has(own) && owner !== undefined ? `${owner} ${own}` : own
  const words = nodesIn(node, 'arguments')
    .slice(bound === undefined ? 0 : 1)
    .slice(0, 2)
    .map((outer) => {
      const argument = withoutTypes(outer)
      if (argument.type === 'StringLiteral') return textIn(argument, 'value')
      if (argument.type === 'MemberExpression') return lastName(argument)
      if (argument.type !== 'Identifier') return undefined
      const value = findBinding({ node: argument, module }, nameOf(argument) ?? '')?.value
      return value?.type === 'StringLiteral' ? textIn(value, 'value') : nameOf(argument)
    })
    .filter((word) => word !== undefined && word.length <= 24)
  return [name, ...(words.join(' ').length <= 24 ? words : words.slice(0, 1))].join(' ')
}

/** True for a function in the source, such as `(req, res) => ...`. */
export function isFunctionLiteral({ type }: SyntaxNode): boolean {
  return /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration|ObjectMethod|ClassMethod|ClassPrivateMethod)$/.test(
    type,
  )
}

/** True if an argument contains a function: `asyncHandler(async (req, res) => ...)`. */
export function hasInlineFunction(node: SyntaxNode): boolean {
  return givenFunctions(node).length > 0
}

/** Returns the functions among the arguments of a call and of nested calls. */
export function givenFunctions(node: SyntaxNode): SyntaxNode[] {
  if (!node.type.endsWith('CallExpression')) return []
  return nodesIn(node, 'arguments').flatMap((each) =>
    /Function/.test(each.type) ? [each] : givenFunctions(each),
  )
}

/** Names that are unclear without their owner: `initialize` in `passport.initialize`. */
export const shortNames: ReadonlySet<string> = new Set(
  'required optional handle handler init serve default middleware check use load user admin initialize session json text'.split(
    ' ',
  ),
)

/** Names of local variables that do not describe a controller. */
export const genericNames: ReadonlySet<string> = new Set(
  'controller ctrl handler handlers this self exports route item r controllers module global globalthis'.split(
    ' ',
  ),
)
