import { takesRequest } from './calls.js'
import { findInClass } from './class-values.js'
import type { ProgramEvaluator } from './evaluate-program.js'
import type { EvaluatedModule } from '../evaluation.js'
import { expressMethods } from '../natives/express-methods.js'
import type { ProgramPlace } from '../source/program-place.js'
import type { SourceModule } from '../source/source-module.js'
import {
  childIn,
  cookedText,
  isNameChain,
  lastName,
  nameOf,
  nodeIn,
  nodesIn,
  textIn,
  withoutTypes,
} from '../../../script/syntax-fields.js'
import { placeOf, sourceText } from '../values/call-place.js'
import { Scope, type ClassValue, type FunctionValue, type ScopedNode } from '../values/values.js'
import { visitSyntax, type SyntaxNode } from '../../../script/script-syntax.js'

/** A call that looks like a route, and that the reader never came to. */
export interface UnreachedCall {
  readonly place: ProgramPlace
  readonly text: string
}

/** The calls of a file that was not loaded. */
export function findRouteCalls(module: SourceModule): UnreachedCall[] {
  const calls: UnreachedCall[] = []
  const scope = new Scope(module)
  visitSyntax(module.program, (node) => {
    if (looksLikeRoute(node))
      calls.push({ place: placeOf({ node, scope }), text: sourceText({ node, scope }) })
  })
  return calls
}

/** A call of the program, and the class that it stands in. */
interface ProgramCall extends ScopedNode {
  readonly owner: ClassValue | undefined
}

/**
 * Calls such as `app.get('/x', show)` in the files of the program that were not followed, in functions that nobody calls;
 * and calls such as `page('/x', show)`, where `page` is a function of the program that registers routes.
 */
export function findUnreachedCalls(evaluator: ProgramEvaluator): UnreachedCall[] {
  const calls = [...evaluator.evaluated.values()].flatMap((module) => callsNotFollowed(evaluator, module))
  const unreached = new Set(calls.filter(({ node }) => looksLikeRoute(node)))
  const isRegistering = ({ node, scope: { module } }: FunctionValue): boolean =>
    evaluator.registering.has(node) ||
    [...unreached].some((each) => each.scope.module === module && isWithin(each.node, node))
  const helpers = calls.flatMap((call) => {
    const called = hasPath(call.node) ? calledFunction(evaluator, call) : undefined
    return called === undefined ? [] : [{ call, called }]
  })
  // A function that calls a helper is a helper as well.
  for (let count = -1; count < unreached.size;) {
    count = unreached.size
    for (const { call, called } of helpers) if (isRegistering(called)) unreached.add(call)
  }
  return calls
    .filter((call) => unreached.has(call))
    .map((call) => ({ place: placeOf(call), text: sourceText(call) }))
}

function callsNotFollowed(evaluator: ProgramEvaluator, { module, scope }: EvaluatedModule): ProgramCall[] {
  const calls: ProgramCall[] = []
  let owner: ClassValue | undefined
  visitSyntax(module.program, (node) => {
    if (node.type === 'ClassDeclaration') {
      const value = scope.find(nameOf(nodeIn(node, 'id')) ?? '')?.value
      owner = value?.type === 'class' && value.node === node ? value : undefined
    }
    if (node.type === 'CallExpression' && !evaluator.understood.has(node))
      calls.push({ node, scope, owner: owner && isWithin(node, owner.node) ? owner : undefined })
  })
  return calls
}

function isWithin(node: SyntaxNode, outer: SyntaxNode): boolean {
  return outer.start <= node.start && node.end <= outer.end
}

/** The function of the program that a call names, as its module or its class knows it. */
function calledFunction(
  evaluator: ProgramEvaluator,
  { node, scope, owner }: ProgramCall,
): FunctionValue | undefined {
  const callee = withoutTypes(childIn(node, 'callee'))
  if (!isNameChain(callee)) return undefined
  const isOwn = nodeIn(callee, 'object')?.type === 'ThisExpression'
  const value = !isOwn
    ? evaluator.evaluate(callee, scope)
    : owner && findInClass(evaluator, owner, lastName(callee) ?? '', undefined)
  return value?.type === 'function' ? value : undefined
}

/** Whether an argument is the text of a path, or an object that has one: `{ method: 'get', path: '/x' }`. */
function hasPath(call: SyntaxNode): boolean {
  return nodesIn(call, 'arguments')
    .map(withoutTypes)
    .some(
      (argument) =>
        isPathText(argument) ||
        nodesIn(argument, 'properties').some((property) => isPathText(nodeIn(property, 'value'))),
    )
}

function isPathText(node: SyntaxNode | undefined): boolean {
  switch (node?.type) {
    case 'StringLiteral':
      return textIn(node, 'value').startsWith('/')
    case 'TemplateLiteral':
      return nodesIn(node, 'quasis').some((quasi) => cookedText(quasi).startsWith('/'))
    case 'BinaryExpression':
      return isPathText(nodeIn(node, 'left')) || isPathText(nodeIn(node, 'right'))
    default:
      return false
  }
}

function looksLikeRoute(node: SyntaxNode): boolean {
  if (node.type !== 'CallExpression') return false
  const callee = nodeIn(node, 'callee')
  if (callee?.type !== 'MemberExpression') return false
  const object = nodeIn(callee, 'object')
  const property = nodeIn(callee, 'property')
  const isComputed = callee['computed'] === true && property?.type !== 'StringLiteral'
  const method = isComputed ? 'all' : (nameOf(property) ?? '')
  if (object === undefined || (!expressMethods.has(method) && method !== 'all')) return false
  const [path, ...handlers] = nodesIn(node, 'arguments').map(withoutTypes)
  const last = handlers.at(-1)
  if (path === undefined || last === undefined) return false
  const owner = object.type === 'MemberExpression' ? nameOf(nodeIn(object, 'property')) : nameOf(object)
  // A function of a request says what it is, whatever the name of the router.
  const isTelling =
    /(^|_)(app|application|router|routes?|server|api)$/i.test(owner?.replace(/[A-Z]/g, '_$&') ?? '') ||
    takesRequest(last)
  if (owner === undefined || !isTelling) return false
  const text = path.type === 'StringLiteral' ? textIn(path, 'value') : undefined
  if (text !== undefined && !/^[/*(]/.test(text)) return false
  if (
    text === undefined &&
    !/^(TemplateLiteral|RegExpLiteral|ArrayExpression|BinaryExpression)$/.test(path.type) &&
    !(/(^|\.)(app|router)$/i.test(owner) && /^(Identifier|MemberExpression)$/.test(path.type))
  )
    return false
  return /^(ArrowFunctionExpression|FunctionExpression|Identifier|MemberExpression|CallExpression)$/.test(
    last.type,
  )
}
