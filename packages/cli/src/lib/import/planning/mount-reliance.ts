import { nodesIn } from '../../script/syntax-fields.js'
import { patternNames } from '../../script/declared-names.js'
import type { Untranslated } from '../program/evaluation.js'
import type { ProgramPlace } from '../program/source/program-place.js'
import { placeOf, sourceText } from '../program/values/call-place.js'
import { functionName } from './expression-names.js'
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
): Untranslated[] {
  const isMounted = mount !== '' && mount !== '/'
  return handlers.flatMap((handler) => {
    const { name, place } = shownHandler(handler, registration)
    const read = isMounted ? found(handler, mountedUrl) : undefined
    const leaving = isIncluded ? found(handler, leavingRouter) : undefined
    return [
      ...(read === undefined
        ? []
        : [
            {
              place,
              reason: `${name} reads ${read}, which Express changes below a mount; a route file mounts nothing`,
              suggestion: `read ${read.split('.', 1)[0] ?? ''}.originalUrl, which is the same in both`,
            },
          ]),
      ...(leaving === undefined
        ? []
        : [
            {
              place,
              reason: `${name} calls ${leaving}, which leaves the whole route file, and not this router only`,
              suggestion: "let it answer, or call next('route') to go on with the following line",
            },
          ]),
    ]
  })
}

/** A function with a name is shown where it is written: many routes may share it. */
function shownHandler(
  { value }: RegisteredHandler,
  registration: Registration,
): { readonly name: string; readonly place: ProgramPlace } {
  const name = functionName(value)
  return value.type === 'function' && name !== undefined
    ? { name, place: placeOf(value) }
    : { name: `A handler of ${sourceText(registration)}`, place: registration.place }
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
  handler: RegisteredHandler,
  find: (text: string, parameters: readonly (string | undefined)[]) => string | undefined,
): string | undefined {
  if (handler.value.type !== 'function') return undefined
  const parameters = nodesIn(handler.value.node, 'params').map((each) => patternNames(each)[0])
  return find(functionText(handler), parameters)
}
