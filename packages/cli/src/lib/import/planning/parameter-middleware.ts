import { getOrInsert } from '@mvc-router/router-core/tools'
import { functionText } from './handler-kinds.js'
import { quoted } from '../../script/quoted.js'
import { nodesIn } from '../../script/syntax-fields.js'
import type { ModuleWriter } from '../code/module-writer.js'
import { camelCase } from '../code/names.js'
import type { TranslatedPath } from '../paths/translated-path.js'
import type { ExpressRouter, Registration, Value } from '../program/values/values.js'
import type { HandlerNames } from './handler-names.js'

/**
 * What `router.param` registers, by the name of the variable. It runs for every route of the router that has the
 * variable, wherever it is registered.
 */
export function parameterHooks(router: ExpressRouter, names: HandlerNames): Map<string, string[]> {
  const hooks = new Map<string, string[]>()
  for (const registration of router.registrations) {
    for (const variable of registration.names) {
      for (const { value } of registration.handlers) {
        const useName = names.made(camelCase(`load ${variable}`), registration.place, (writer) =>
          hookCode(writer, value, variable),
        )
        getOrInsert(hooks, variable, () => []).push(useName)
      }
    }
  }
  return hooks
}

function hookCode(writer: ModuleWriter, handler: Value, variable: string): string {
  const expression = writer.expression(handler)
  const code = /^[\w$.]+$/.test(expression) ? expression : `(${expression})`
  const given = ['request', 'response', 'next', `request.params.${variable}`, `'${variable}'`]
  return `(request, response, next) => ${code}(${given.slice(0, argumentCount(handler)).join(', ')})`
}

/** TypeScript refuses more than a function has parameters. */
function argumentCount(handler: Value): number {
  const parameters = handler.type === 'function' ? nodesIn(handler.node, 'params') : []
  return parameters.length < 3 || parameters.some(({ type }) => type === 'RestElement')
    ? 5
    : parameters.length
}

/** Middleware by which handlers that ask for `req.params[0]`, or for a list of segments, find them still. */
export function parameterNames(
  { renamed, lists }: TranslatedPath,
  { handlers, place }: Registration,
  names: HandlerNames,
): string[] {
  const texts = handlers.map(functionText)
  const numbered = renamed.filter(([, name]) =>
    texts.some((text) => new RegExp(`params(\\.|\\[['"]?)${name}\\b`).test(text)),
  )
  const listed = usedAsLists({ lists }, texts)
  return [
    ...numbered.map(([variable, name]) =>
      names.made(
        camelCase(`param ${name} is ${variable}`),
        place,
        () =>
          `(request, response, next) => { request.params[${quoted(name)}] = request.params.${variable}; next() }`,
      ),
    ),
    ...listed.map((name) =>
      names.made(
        camelCase(`split ${name}`),
        place,
        () =>
          `(request, response, next) => { request.params.${name} = request.params.${name}.split('/'); next() }`,
      ),
    ),
  ]
}

/** The variables that a code takes for the list of segments that Express 5 gives. */
export function usedAsLists({ lists }: Pick<TranslatedPath, 'lists'>, texts: readonly string[]): string[] {
  return lists.filter((name) => {
    const use = `\\b${name}\\s*(\\[|\\.(join|map|slice|at|length|forEach|filter|pop|shift|every|some)\\b)|\\.\\.\\.[\\w.]*\\b${name}\\b`
    return texts.some((text) => new RegExp(use).test(text))
  })
}
