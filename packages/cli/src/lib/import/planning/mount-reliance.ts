import { nodesIn } from '../../script/syntax-fields.js'
import { patternNames } from '../../script/declared-names.js'
import { sourceText } from '../program/values/call-place.js'
import { functionText } from './handler-kinds.js'
import type { RegisteredHandler, Registration } from '../program/values/values.js'

/**
 * What its handlers do that has another meaning where no router is mounted: a route file includes lines, and mounts
 * nothing.
 *
 * @param mount below which path they run: `/` changes no URL
 * @param isIncluded whether they belong to a router, and not to the application itself
 */
export function mountReliance(
  registration: Registration,
  handlers: readonly RegisteredHandler[],
  mount: string,
  isIncluded: boolean,
): { readonly reason: string; readonly suggestion: string }[] {
  const call = sourceText(registration)
  const isMounted = mount !== '' && mount !== '/'
  return [
    ...[...(isMounted ? found(handlers, mountedUrl) : [])].map((read) => ({
      reason: `A handler of ${call} reads ${read}, which Express changes below a mount; a route file mounts nothing`,
      suggestion: `read ${read.split('.', 1)[0] ?? ''}.originalUrl, which is the same in both`,
    })),
    ...[...(isIncluded ? found(handlers, leavingRouter) : [])].map((leaving) => ({
      reason: `A handler of ${call} calls ${leaving}, which leaves the whole route file, and not this router only`,
      suggestion: "let it answer, or call next('route') to go on with the following line",
    })),
  ]
}

/** `req.baseUrl`, by the name of the first parameter. */
function mountedUrl(text: string, [request]: readonly (string | undefined)[]): string | undefined {
  const reads = [...text.matchAll(/(?<![\w$.])([\w$]+)\.(?:baseUrl|path|url)\b/g)]
  return reads.find(([, name]) => name === request)?.[0]
}

/** `next('router')`, by the name of the third one. */
function leavingRouter(text: string, [, , next]: readonly (string | undefined)[]): string | undefined {
  const calls = [...text.matchAll(/(?<![\w$.])([\w$]+)\(\s*(['"`])router\2\s*\)/g)]
  return calls.find(([, name]) => name === next)?.[0]
}

function found(
  handlers: readonly RegisteredHandler[],
  find: (text: string, parameters: readonly (string | undefined)[]) => string | undefined,
): Set<string> {
  const texts = handlers.map((handler) => {
    if (handler.value.type !== 'function') return undefined
    const parameters = nodesIn(handler.value.node, 'params').map((each) => patternNames(each)[0])
    return find(functionText(handler), parameters)
  })
  return new Set(texts.filter((text) => text !== undefined))
}
