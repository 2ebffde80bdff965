import { getOrInsert } from '@mvc-router/router-core/tools'
import type { Route, Router } from '@mvc-router/router-core'
import { quoted } from '../script/quoted.js'
import { namedVariables } from '../route-parts.js'

/**
 * A declaration file that tells the compiler every action of the routes and the arguments it needs, so that
 * `Router.reverse`, `route` and `redirect` accept no others.
 *
 * @param sources named in the first line: the route files
 * @param settings those of RouterModelAttribute: the name, and the variables that `defaults` give
 */
export function actionTypes(
  { routes }: Pick<Router, 'routes'>,
  sources: readonly string[],
  {
    attributeName = 'route',
    ambient = [],
  }: { readonly attributeName?: string | undefined; readonly ambient?: readonly string[] } = {},
): string {
  const byAction = new Map<string, Route[]>()
  const patterns = new Set<string>()
  for (const route of routes) {
    const { target, action } = route
    if (target.type === 'action' && target.call.variables.length > 0) patterns.add(toPattern(action))
    else if (['action', 'staticDirectory', 'staticFile'].includes(target.type))
      getOrInsert(byAction, action, () => []).push(route)
  }
  const members = [...byAction]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([action, candidates]) => {
      return `    ${quoted(action)}: ${argumentType(candidates, { ambient, format: true })}`
    })
  const params = [...byAction]
    .filter(([, [first]]) => first?.target.type === 'action')
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(
      ([action, candidates]) =>
        `    ${quoted(action)}: ${[...new Set(candidates.map(toParams))].join(' | ')}`,
    )
  const middleware = [...new Set(routes.flatMap((route) => route.middleware))]
    .toSorted()
    .map((name) => `    ${quoted(name)}: true`)
  // What stands beside it must fit an index signature, so nothing is said about the arguments.
  const signatures = [...patterns].map((pattern) => `    [action: \`${pattern}\`]: object`)
  return [
    '/* eslint-disable */',
    `// Written by "mvc-router types" from ${sources.join(', ')}. Change the route file, and run it again.`,
    "import type { ModelAttribute, ReverseValue } from '@mvc-router/router-core'",
    '',
    "declare module '@mvc-router/router-core' {",
    '  interface RegisteredActions {',
    ...members,
    ...signatures,
    '  }',
    '  interface RegisteredActionParams {',
    ...params,
    '  }',
    ...(middleware.length === 0 ? [] : ['  interface RegisteredMiddleware {', ...middleware, '  }']),
    '}',
    '',
    '// What RouterModelAttribute puts into the locals of each response.',
    'declare global {',
    '  namespace Express {',
    '    interface Locals {',
    `      readonly ${toKey(attributeName)}: ModelAttribute`,
    '    }',
    '  }',
    '}',
    '',
  ].join('\n')
}

/** `{controller}.show` as a type: `${string}.show`. */
function toPattern(action: string): string {
  return action.replaceAll(/\{\w+\}/g, '${string}')
}

/** What a link need not name: what the application gives, and the format of a request. */
interface KnownVariables {
  readonly ambient: readonly string[]
  readonly format: boolean
}

/** The arguments of an action, as a type: those of any of its routes. */
export function argumentType(routes: readonly Route[], known: KnownVariables): string {
  return [...new Set(routes.map((route) => toShape(route, routes.length === 1, known)))].join(' | ')
}

/** The arguments of one route. Whatever has no place in it goes to the query, so there can always be more. */
function toShape(
  { pattern, args, predicates }: Route,
  isOnlyOne: boolean,
  { ambient, format }: KnownVariables,
): string {
  const properties = new Map<string, string>()
  for (const { type, key } of predicates) if (type === 'present') properties.set(key, 'ReverseValue')
  for (const [name, value] of Object.entries(args))
    properties.set(isOnlyOne ? `${name}?` : name, toType(value))
  const hostParts = pattern.host?.parts ?? []
  for (const part of hostParts) {
    if (part.type === 'literal' || part.name === '_') continue
    // A request gives the whole host, where a link does not.
    const mayMiss = hostParts.length === 1 || ambient.includes(part.name)
    properties.set(mayMiss ? `${part.name}?` : part.name, 'ReverseValue')
  }
  for (const part of pattern.parts) {
    if (part.type === 'literal') continue
    const { name } = part
    const isKnown = ambient.includes(name) || (format && name === 'format')
    if (isKnown && !Object.hasOwn(args, name)) properties.set(`${name}?`, 'ReverseValue')
    else {
      const fixed = Object.hasOwn(args, name) ? args[name] : undefined
      properties.delete(`${name}?`)
      properties.set(name, fixed === undefined ? 'ReverseValue' : toType(fixed))
    }
  }
  return toObjectType(properties)
}

/** What a handler finds in `request.params`: texts. Words that are alternatives in a constraint are told apart. */
function toParams(route: Route): string {
  const properties = new Map<string, string>()
  for (const { name, constraint } of namedVariables(route)) {
    const { source = '' } = constraint ?? {}
    const words = /^[\w-]+(?:\|[\w-]+)+$/.test(source) ? source.split('|') : []
    properties.set(name, words.length === 0 ? 'string' : words.map((word) => quoted(word)).join(' | '))
  }
  for (const [name, value] of Object.entries(route.args)) properties.set(name, quoted(value))
  return toObjectType(properties)
}

/** A name with a question mark may be left out, and given as nothing: to the server that is the same. */
function toObjectType(properties: ReadonlyMap<string, string>): string {
  const list = [...properties].map(
    ([name, type]) => `readonly ${toKey(name)}: ${type}${name.endsWith('?') ? ' | null | undefined' : ''}`,
  )
  return list.length === 0 ? 'Record<never, never>' : `{ ${list.join('; ')} }`
}

/** Fixed arguments are compared as text, so a number may be one. */
function toType(value: string): string {
  return Number.isNaN(Number(value)) && value !== 'true' && value !== 'false' ? quoted(value) : 'ReverseValue'
}

function toKey(name: string): string {
  const bare = name.endsWith('?') ? name.slice(0, -1) : name
  return (/^[A-Za-z_$][\w$]*$/.test(bare) ? bare : quoted(bare)) + (bare === name ? '' : '?')
}
