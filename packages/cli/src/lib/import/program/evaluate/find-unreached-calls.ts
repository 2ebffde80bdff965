import type { ProgramEvaluator } from './evaluate-program.js'
import { expressMethods } from '../natives/express-methods.js'
import type { ProgramPlace } from '../source/program-place.js'
import { nameOf, nodeIn, nodesIn, textIn, withoutTypes } from '../../../script/syntax-fields.js'
import { placeOf, sourceText } from '../values/call-place.js'
import { visitSyntax, type SyntaxNode } from '../../../script/script-syntax.js'

/** A call that looks like a route, and that the reader never came to. */
export interface UnreachedCall {
  readonly place: ProgramPlace
  readonly text: string
}

/** Calls such as `app.get('/x', show)` in the files of the program that were not followed: in functions nobody calls. */
export function findUnreachedCalls(evaluator: ProgramEvaluator): UnreachedCall[] {
  return [...evaluator.evaluated.values()].flatMap(({ module, scope }) => {
    const calls: UnreachedCall[] = []
    visitSyntax(module.program, (node) => {
      if (evaluator.understood.has(node) || !looksLikeRoute(node)) return
      calls.push({ place: placeOf({ node, scope }), text: sourceText({ node, scope }) })
    })
    return calls
  })
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
  const owner = object.type === 'MemberExpression' ? nameOf(nodeIn(object, 'property')) : nameOf(object)
  if (
    owner === undefined ||
    !/(^|_)(app|application|router|routes?|server|api)$/i.test(owner.replace(/[A-Z]/g, '_$&'))
  )
    return false
  const [path, ...handlers] = nodesIn(node, 'arguments').map(withoutTypes)
  if (path === undefined || handlers.length === 0) return false
  const text = path.type === 'StringLiteral' ? textIn(path, 'value') : undefined
  if (text !== undefined && !/^[/*(]/.test(text)) return false
  if (
    text === undefined &&
    !/^(TemplateLiteral|RegExpLiteral|ArrayExpression|BinaryExpression)$/.test(path.type) &&
    !(/(^|\.)(app|router)$/i.test(owner) && /^(Identifier|MemberExpression)$/.test(path.type))
  )
    return false
  const last = handlers.at(-1)
  return (
    last !== undefined &&
    /^(ArrowFunctionExpression|FunctionExpression|Identifier|MemberExpression|CallExpression)$/.test(
      last.type,
    )
  )
}
