import { METHODS } from 'node:http'
import type { ProgramPlace } from '../record/recorded-application.js'
import type { SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn, textIn, withoutTypes } from '../script/syntax-fields.js'
import { placeOfCall, shortText, type CallSites } from './call-sites.js'

/** A call such as `app.get('/x', show)` that did not run. */
export interface UnregisteredCall {
  readonly place: ProgramPlace
  readonly text: string
}

const verbs: ReadonlySet<string> = new Set([...METHODS.map((method) => method.toLowerCase()), 'all', 'use'])

/** Finds calls that look like routes, but registered nothing. They may run in another environment. */
export function unregisteredCalls(sites: CallSites, files: readonly string[]): UnregisteredCall[] {
  const registered = sites.registered()
  return files.flatMap((file) => {
    const module = sites.modules.read(file)
    const calls = module === undefined ? [] : sites.callsIn(module)
    return calls.flatMap((node) => {
      if (module === undefined || registered.has(node) || !looksLikeRoute(node)) return []
      return [{ place: placeOfCall({ node, module }), text: shortText({ node, module }) }]
    })
  })
}

function looksLikeRoute(node: SyntaxNode): boolean {
  const callee = nodeIn(node, 'callee')
  const object = callee?.type === 'MemberExpression' ? nodeIn(callee, 'object') : undefined
  const method =
    callee === undefined || callee['computed'] === true ? undefined : nameOf(nodeIn(callee, 'property'))
  if (object === undefined || method === undefined || !verbs.has(method)) return false
  const [path, ...handlers] = nodesIn(node, 'arguments').map(withoutTypes)
  const last = handlers.at(-1)
  if (path === undefined || last === undefined) return false
  const owner = object.type === 'MemberExpression' ? nameOf(nodeIn(object, 'property')) : nameOf(object)
  // A handler with a `req` parameter marks a route, regardless of the router's name.
  const isRouter = /(^|_)(app|application|router|routes?|server|api)$/i.test(
    owner?.replaceAll(/[A-Z]/g, '_$&') ?? '',
  )
  if (owner === undefined || !(isRouter || takesRequest(last))) return false
  return path.type === 'StringLiteral'
    ? /^[/*(]/.test(textIn(path, 'value'))
    : /^(TemplateLiteral|RegExpLiteral|ArrayExpression|BinaryExpression)$/.test(path.type) ||
        (/(^|\.)(app|router)$/i.test(owner) && /^(Identifier|MemberExpression)$/.test(path.type))
}

/** True for `(req, res) => ...`. */
function takesRequest(node: SyntaxNode): boolean {
  const [first, second] = nodesIn(node, 'params')
  const isRequest = /^_?(req|request|_)$/i.test(nameOf(first) ?? '')
  return /Function/.test(node.type) && second !== undefined && isRequest
}
