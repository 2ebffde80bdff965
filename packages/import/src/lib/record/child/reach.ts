import { givenHandler, stackOf, type ExpressLayer } from './observe-express.js'
import { isRouter } from './describe-application.js'
import type { ProbedRequest } from '../recorded-application.js'

/** Returns the handlers of the first route that a request reaches, as Express matches it. */
export function reach(application: unknown, { method, path }: ProbedRequest): readonly unknown[] | undefined {
  for (const layer of stackOf(application)) {
    const above = matchedPath(layer, path)
    if (above === undefined) continue
    if (layer.route !== undefined) {
      const handlers = handlersFor(layer.route.stack, method)
      if (handlers.length > 0) return handlers
      continue
    }
    const inner = givenHandler(layer)
    if (!isRouter(inner)) continue
    const next = path.charAt(above.length)
    if (above !== '' && next !== '' && next !== '/') continue
    const rest = above === '/' ? path : path.slice(above.length)
    const reached = reach(inner, { method, path: rest.startsWith('/') ? rest : `/${rest}` })
    if (reached !== undefined) return reached
  }
  return undefined
}

/** Returns the matched part of the path, or undefined. */
function matchedPath(layer: ExpressLayer, path: string): string | undefined {
  try {
    const match = layer.match(path)
    if (match === false || match === null || match === undefined) return undefined
    // Express 4 and early versions of Express 5 store the match in the layer.
    return (match === true ? layer.path : (match as { path?: string }).path) ?? ''
  } catch {
    return undefined
  }
}

/** Returns the handlers for a method. HEAD uses the handlers of GET if the route has no HEAD handlers. */
function handlersFor(stack: readonly ExpressLayer[], method: string): unknown[] {
  const asked = method.toLowerCase()
  const wanted = asked === 'head' && !stack.some((layer) => layer.method === 'head') ? 'get' : asked
  const all = stack.filter((layer) => layer.method === undefined || layer.method === wanted)
  return all.map(givenHandler)
}
