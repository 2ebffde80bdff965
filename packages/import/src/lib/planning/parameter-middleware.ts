import { getOrInsert } from '@mvc-router/router-core/tools'
import type { TranslatedPath } from '../paths/translated-path.js'
import type { RecordedRouter } from '../record/recorded-application.js'
import { quoted } from '../script/quoted.js'
import type { HandlerNames } from './handler-names.js'
import type { RecordedProgram, Registration } from './recorded-program.js'

/**
 * Names middleware that calls the handlers of `router.param`. Returns the names by variable. The handlers also run for
 * routes that were registered before them.
 */
export function parameterHooks(
  program: RecordedProgram,
  router: RecordedRouter,
  names: HandlerNames,
): Map<string, string[]> {
  const hooks = new Map<string, string[]>()
  for (const { name, use } of program.parameters(router)) {
    const useName = names.made(
      `load ${name}`,
      program.placeOf(use.call),
      () => {
        const expression = names.code(use)
        const code = /^[\w$.]+$/.test(expression) ? expression : `(${expression})`
        // TypeScript refuses more arguments than a function has parameters.
        const count = use.handler.parameterCount
        const given = ['request', 'response', 'next', `request.params.${name}`, `'${name}'`]
        return `(request, response, next) => ${code}(${given.slice(0, count < 3 ? 5 : count).join(', ')})`
      },
      String(use.handler.number),
    )
    getOrInsert(hooks, name, () => []).push(useName)
  }
  return hooks
}

/** Names middleware for handlers that read `req.params[0]`, or a variable as a list of segments. Returns the names. */
export function parameterNames(
  { renamed, lists }: TranslatedPath,
  { handlers, place }: Registration,
  names: HandlerNames,
): string[] {
  const texts = handlers.map((use) => use.handler.text)
  const numbered = renamed.filter(([, name]) =>
    texts.some((text) => new RegExp(`params(\\.|\\[['"]?)${name}\\b`).test(text)),
  )
  // In Express 5, these variables are lists.
  const listed = lists.filter((name) => {
    const use = `\\b${name}\\s*(\\[|\\.(join|map|slice|at|length|forEach|filter|pop|shift|every|some)\\b)|\\.\\.\\.[\\w.]*\\b${name}\\b`
    return texts.some((text) => new RegExp(use).test(text))
  })
  return [
    ...numbered.map(([variable, name]) =>
      names.made(
        `param ${name} is ${variable}`,
        place,
        () =>
          `(request, response, next) => { request.params[${quoted(name)}] = request.params.${variable}; next() }`,
      ),
    ),
    ...listed.map((name) =>
      names.made(
        `split ${name}`,
        place,
        () =>
          `(request, response, next) => { request.params.${name} = request.params.${name}.split('/'); next() }`,
      ),
    ),
  ]
}
