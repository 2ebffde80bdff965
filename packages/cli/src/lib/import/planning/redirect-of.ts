import { nodeIn, nodesIn, textIn } from '../../script/syntax-fields.js'
import type { ProgramEvaluator } from '../program/evaluate/evaluate-program.js'
import { textOf } from '../program/values/known-facts.js'
import type { Value } from '../program/values/values.js'

/** `redirect:/login` for a handler that does nothing else. */
export function redirectOf(handler: Value, evaluator: ProgramEvaluator): string | undefined {
  if (handler.type !== 'function' || handler.origin === undefined) return undefined
  const body = nodeIn(handler.node, 'body')
  if (body === undefined) return undefined
  const statements = body.type === 'BlockStatement' ? nodesIn(body, 'body') : [body]
  const [only, ...others] = statements
  if (only === undefined || others.length > 0) return undefined
  const call =
    only.type === 'ExpressionStatement'
      ? nodeIn(only, 'expression')
      : only.type === 'ReturnStatement'
        ? nodeIn(only, 'argument')
        : only
  const callee = call?.type === 'CallExpression' ? nodeIn(call, 'callee') : undefined
  const response = nodesIn(handler.node, 'params')[1]
  const object = callee && nodeIn(callee, 'object')
  if (call === undefined || callee === undefined || object?.type !== 'Identifier' || response === undefined)
    return undefined
  if (textIn(object, 'name') !== textIn(response, 'name')) return undefined
  const property = nodeIn(callee, 'property')
  if (property === undefined || textIn(property, 'name') !== 'redirect') return undefined
  const args = nodesIn(call, 'arguments')
  if (args.some((each) => !/Literal$|^Identifier$|^MemberExpression$|^BinaryExpression$/.test(each.type)))
    return undefined
  const values = args.map((each) => evaluator.evaluate(each, handler.scope))
  const url = textOf(values.at(-1))
  if (url === undefined || !/^(\/(?![/\\])|https?:\/\/)[^\s#]*$/.test(url) || values.length > 2)
    return undefined
  if (values.length === 1) return `redirect:${url}`
  const [status] = values
  if (status?.type !== 'constant' || !/^30[12378]$/.test(String(status.constant))) return undefined
  return `redirect:${String(status.constant)}:${url}`
}
