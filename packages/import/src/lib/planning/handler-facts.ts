import { attempt } from '@mvc-router/router-core/tools'
import { patternNames } from '../script/declared-names.js'
import {
  parseExpression,
  ScriptSyntaxException,
  findSyntax,
  type SyntaxNode,
} from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn, textIn } from '../script/syntax-fields.js'
import type { RecordedHandler } from '../record/recorded-application.js'

export function isErrorHandler(handler: RecordedHandler): boolean {
  return handler.parameterCount === 4
}

/** True for a function of the program without a parameter `next`. It must answer every request. */
export function answersAll(handler: RecordedHandler): boolean {
  if (handler.router !== undefined || handler.parameterCount > 2) return false
  const parameters = parametersOf(handler)
  return (
    parameters !== undefined &&
    parameters.every(({ type }) => type === 'Identifier') &&
    !/\barguments\b/.test(handler.text)
  )
}

/** True for a function of the program that calls a method such as `res.redirect()`. */
export function mayEndRequests(handler: RecordedHandler): boolean {
  if (handler.place === undefined || isErrorHandler(handler)) return false
  const calls = [
    ...handler.text.matchAll(/([\w$]+)\.(?:end|json|redirect|render|send|sendFile|sendStatus|status)\(/g),
  ]
  const response = calls.length === 0 ? undefined : patternNames(parametersOf(handler)?.[1])[0]
  return calls.some(([, name]) => name === response)
}

/** Returns `req.baseUrl`, `req.path` or `req.url` if a handler reads it. Express changes these values under a mount. */
export function readMountedUrl(handler: RecordedHandler): string | undefined {
  const reads = [...handler.text.matchAll(/(?<![\w$.])([\w$]+)\.(?:baseUrl|path|url)\b/g)]
  if (reads.length === 0) return undefined
  const request = patternNames(parametersOf(handler)?.[0])[0]
  return reads.find(([, name]) => name === request)?.[0]
}

/** Returns `next('router')` if a handler calls it. */
export function leavingCall(handler: RecordedHandler): string | undefined {
  // Only few texts contain the word, and only they are parsed.
  const node = handler.text.includes('router') ? functionNode(handler) : undefined
  const call = node && callsOfNext(node).find(({ argument }) => argument?.['value'] === 'router')
  return call && `${call.name}('router')`
}

/** True for a function that calls `next()` or `next('route')`. */
export function callsNext(node: SyntaxNode): boolean {
  return callsOfNext(node).some(({ argument }) => argument === undefined || argument['value'] === 'route')
}

/** Returns the calls of a function's third parameter, with their first arguments. */
function callsOfNext(node: SyntaxNode): { name: string; argument: SyntaxNode | undefined }[] {
  const [, , name] = nodesIn(node, 'params').map((each) => patternNames(each)[0])
  if (name === undefined) return []
  const isCall = (each: SyntaxNode): boolean =>
    each.type === 'CallExpression' && nameOf(nodeIn(each, 'callee')) === name
  return findSyntax(node, isCall).map((call) => ({ name, argument: nodesIn(call, 'arguments')[0] }))
}

/** Returns a target such as `redirect:/login` for a handler that only redirects. */
export function redirectOf(handler: RecordedHandler): string | undefined {
  if (!handler.text.includes('redirect')) return undefined
  const node = functionNode(handler)
  const body = node && nodeIn(node, 'body')
  if (node === undefined || body === undefined) return undefined
  const statements = body.type === 'BlockStatement' ? nodesIn(body, 'body') : [body]
  const [only, ...others] = statements
  if (only === undefined || others.length > 0) return undefined
  const call = nodeIn(only, 'expression') ?? nodeIn(only, 'argument') ?? only
  const callee = call.type === 'CallExpression' ? nodeIn(call, 'callee') : undefined
  const object = callee && nodeIn(callee, 'object')
  const property = callee && nodeIn(callee, 'property')
  const response = nodesIn(node, 'params')[1]
  if (object === undefined || property === undefined || response === undefined) return undefined
  if (textIn(object, 'name') !== textIn(response, 'name') || textIn(property, 'name') !== 'redirect')
    return undefined
  const args = nodesIn(call, 'arguments')
  const url = args.at(-1)
  if (url?.type !== 'StringLiteral' || args.length > 2) return undefined
  const target = textIn(url, 'value')
  if (!/^(\/(?![/\\])|https?:\/\/)[^\s#]*$/.test(target)) return undefined
  const [status] = args
  if (args.length === 1) return `redirect:${target}`
  return /^30[12378]$/.test(String(status?.['value']))
    ? `redirect:${String(status?.['value'])}:${target}`
    : undefined
}

function parametersOf(handler: RecordedHandler): SyntaxNode[] | undefined {
  const node = functionNode(handler)
  return node && nodesIn(node, 'params')
}

/** Parses the source of a running function. Returns undefined for native and bound functions. */
export function functionNode({ text }: Pick<RecordedHandler, 'text'>): SyntaxNode | undefined {
  for (const code of [text, `({ ${text} })`]) {
    const node = attempt(ScriptSyntaxException, () => parseExpression(code, 'handler.js'))
    if (node instanceof ScriptSyntaxException) continue
    if (node.type !== 'ObjectExpression') return /Function/.test(node.type) ? node : undefined
    return nodesIn(node, 'properties')[0]
  }
  return undefined
}
