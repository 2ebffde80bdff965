import {
  nameOf,
  nodeIn,
  nodesIn,
  quoted,
  Scopes,
  statementsOf,
  textIn,
  keyName,
  withoutTypes,
  type SyntaxNode,
} from '@mvc-router/import/script'

/** The query that a method declares with `@Params(requestParam('page', Number))`. */
export interface ActionQuery {
  /** TypeScript types by parameter name. */
  readonly types: ReadonlyMap<string, string>
  /** True if the method may read more: some bindings are unknown, or it receives the whole request. */
  readonly isOpen: boolean
}

/** A program, and its `Params` calls by method: `Books.list` for `Params(...)(Books.prototype.list)`. */
export interface Program {
  readonly root: SyntaxNode
  readonly decorated: ReadonlyMap<string, SyntaxNode>
}

export function readProgram(root: SyntaxNode): Program {
  const decorated = new Map<string, SyntaxNode>()
  for (const statement of statementsOf(root)) {
    const outer = nodeIn(statement, 'expression')
    const call = outer && nodeIn(outer, 'callee')
    const [target] = outer?.type === 'CallExpression' ? nodesIn(outer, 'arguments') : []
    if (call === undefined || target === undefined || calleeName(call) !== 'Params') continue
    const [owner, name] = [nodeIn(target, 'object'), nameOf(nodeIn(target, 'property'))]
    const holder = owner && (prototypeOwner(owner) ?? nameOf(owner))
    if (holder !== undefined && name !== undefined) decorated.set(`${holder}.${name}`, call)
  }
  return { root, decorated }
}

/** Returns `Books` for `Books.prototype`. */
export function prototypeOwner(node: SyntaxNode): string | undefined {
  const isPrototype = node.type === 'MemberExpression' && nameOf(nodeIn(node, 'property')) === 'prototype'
  return isPrototype ? nameOf(nodeIn(node, 'object')) : undefined
}

/** Reads `@Params(...)` above a method, `Params(...)(method)`, or a `Params` call after the class. */
export function queryParametersOf(
  member: SyntaxNode,
  holder: string | undefined,
  { root, decorated }: Program,
): ActionQuery | undefined {
  const value = nodeIn(member, 'value')
  const wrapped = value && withoutTypes(value)
  const calls = [
    ...nodesIn(member, 'decorators').map((decorator) => nodeIn(decorator, 'expression')),
    wrapped?.type === 'CallExpression' ? nodeIn(wrapped, 'callee') : undefined,
    decorated.get(`${holder}.${keyName(member)}`),
  ]
  const call = calls.find((each) => each !== undefined && calleeName(each) === 'Params')
  if (call === undefined) return undefined
  const types = new Map<string, string>()
  let isOpen = false
  for (const argument of nodesIn(call, 'arguments')) {
    const binding = resolve(argument, root)
    const [name, ...options] = nodesIn(binding, 'arguments')
    if (calleeName(binding) === 'requestParam' && name?.type === 'StringLiteral')
      types.set(textIn(name, 'value'), typeOf(options, root))
    else isOpen ||= !otherBinding.test(calleeName(binding) ?? '')
  }
  return { types, isOpen }
}

const otherBinding = /^(?:pathVariable|requestHeader|cookieValue|requestBody|model|httpResponse)$/

/** Returns the value of a constant: `requestParam('page')` in `const page = requestParam('page')`. */
function resolve(node: SyntaxNode, root: SyntaxNode): SyntaxNode {
  const inner = withoutTypes(node)
  const name = inner.type === 'Identifier' ? nameOf(inner) : undefined
  return (name === undefined ? undefined : Scopes.of(root).find(inner, name)?.value) ?? inner
}

function calleeName(call: SyntaxNode): string | undefined {
  return call.type === 'CallExpression' ? nameOf(nodeIn(call, 'callee')) : undefined
}

function typeOf([converter, options]: readonly SyntaxNode[], root: SyntaxNode): string {
  if (converter === undefined) return 'ReverseValue'
  const hasConverter = withoutTypes(converter).type !== 'ObjectExpression'
  const single = hasConverter ? typeOfConverter(resolve(converter, root), root) : 'ReverseValue'
  const settings = hasConverter ? options : converter
  const isList = nodesIn(settings === undefined ? converter : resolve(settings, root), 'properties').some(
    (property) => keyName(property) === 'list' && nodeIn(property, 'value')?.['value'] === true,
  )
  return isList ? `${single} | readonly (${single})[]` : single
}

function typeOfConverter(converter: SyntaxNode, root: SyntaxNode): string {
  const name = nameOf(converter) ?? nameOf(nodeIn(converter, 'property')) ?? ''
  const known = typesByConverter.get(name)
  if (known !== undefined) return known
  if (converter.type === 'ArrayExpression') {
    const words = nodesIn(converter, 'elements').flatMap((element): (SyntaxNode | undefined)[] => {
      if (element.type !== 'SpreadElement') return [element]
      const list = resolve(nodeIn(element, 'argument') ?? element, root)
      return list.type === 'ArrayExpression' ? nodesIn(list, 'elements') : [undefined]
    })
    const isKnown = words.length > 0 && words.every((word) => word?.type === 'StringLiteral')
    if (isKnown)
      return words.map((word) => quoted(word === undefined ? '' : textIn(word, 'value'))).join(' | ')
  }
  const returned = nodeIn(converter, 'returnType')
  const type = returned && nodeIn(returned, 'typeAnnotation')?.type
  return type === 'TSNumberKeyword' ? 'number' : type === 'TSBooleanKeyword' ? 'boolean' : 'ReverseValue'
}

const typesByConverter: ReadonlyMap<string, string> = new Map([
  ['Number', 'number'],
  ['integer', 'number'],
  ['BigInt', 'bigint | number'],
  ['Boolean', 'boolean'],
])
