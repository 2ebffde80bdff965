import { checkOptions } from '@mvc-router/router-core/templates'
import { getOrInsert, isSigned } from '@mvc-router/router-core/tools'
import type { ControllerIndex } from '../programs/controller-index.js'
import type { Route, Router } from '@mvc-router/router-core'
import { quoted } from '@mvc-router/import/script'
import { namedVariables } from '../route-parts.js'

/**
 * Writes a declaration file with the arguments of every action. The compiler then refuses other actions and arguments
 * in `Router.reverse`, `route` and `redirect`.
 *
 * @param sources the route files, for the comment at the start
 */
export function actionTypes(
  { routes }: Pick<Router, 'routes'>,
  sources: readonly string[],
  options: ActionTypesOptions = {},
): string {
  checkOptions('actionTypes', options, {
    attributeName: true,
    ambient: true,
    strictQuery: true,
    queryOf: true,
  })
  const { attributeName = 'route', ambient = [], strictQuery = false, queryOf = () => undefined } = options
  const byName = new Map<string, Route[]>()
  const patterns = new Set<string>()
  for (const route of routes) {
    const { target, action, modifiers } = route
    if (target.type === 'action' && target.call.variables.length > 0) patterns.add(toPattern(action))
    else if (['action', 'staticDirectory', 'staticFile', 'view'].includes(target.type))
      getOrInsert(byName, action, () => []).push(route)
    const { name } = modifiers
    if (typeof name === 'string' && name !== action) getOrInsert(byName, name, () => []).push(route)
  }
  const byAction = [...byName].toSorted(([left], [right]) => (left < right ? -1 : 1))
  const members = byAction.map(([action, candidates]) => {
    const unsigned = candidates.filter((route) => !isSigned(route))
    const shown = unsigned.length > 0 ? unsigned : candidates
    return `    ${quoted(action)}: ${argumentType(shown, { ambient, format: true })}`
  })
  const params = byAction
    .filter(([, [first]]) => first?.target.type === 'action')
    .map(([action, all]) => `    ${quoted(action)}: ${[...new Set(all.map(toParams))].join(' | ')}`)
  const queries = byAction.flatMap(([action, candidates]) => {
    const query = queryType(candidates, queryOf)
    return query === undefined ? [] : [`    ${quoted(action)}: ${query}`]
  })
  const signed = byAction
    .filter(([, candidates]) => candidates.some(isSigned))
    .map(([action, all]) => `    ${quoted(action)}: ${all.every(isSigned) ? "'always'" : "'also'"}`)
  const middleware = [...new Set(routes.flatMap((route) => route.middleware))]
    .toSorted()
    .map((name) => `    ${quoted(name)}: true`)
  // Other members must fit an index signature, so these arguments have no exact type.
  const signatures = [...patterns].map((pattern) => `    [action: \`${pattern}\`]: object`)
  return [
    '/* eslint-disable */',
    `// Written by "mvc-router types" from ${sources.join(', ')}. Change the route file, and run the command again.`,
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
    ...(queries.length === 0 ? [] : ['  interface RegisteredQueries {', ...queries, '  }']),
    ...(signed.length === 0 ? [] : ['  interface RegisteredSignedActions {', ...signed, '  }']),
    ...(strictQuery ? ['  interface RegisteredSettings {', '    strictQuery: true', '  }'] : []),
    ...(middleware.length === 0 ? [] : ['  interface RegisteredMiddleware {', ...middleware, '  }']),
    '}',
    '',
    '// RouterModelAttribute puts this into the locals of each response.',
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

interface ActionTypesOptions {
  readonly attributeName?: string | undefined
  /** Variables that `defaults` supply. */
  readonly ambient?: readonly string[]
  /** Refuses names that the action does not read from the query. */
  readonly strictQuery?: boolean
  readonly queryOf?: QueryOf
}

export type QueryOf = ControllerIndex['queryOf']

/** Returns the type of the query without path variables and fixed arguments. Undefined if the query is unknown. */
export function queryType(routes: readonly Route[], queryOf: QueryOf): string | undefined {
  const queries = routes.map(({ action }) => queryOf(action))
  const [first] = queries
  if (first === undefined || queries.some((query) => query !== first)) return undefined
  const places = new Set(routes.flatMap((route) => namedVariables(route).map(({ name }) => name)))
  for (const { args } of routes) for (const name of Object.keys(args)) places.add(name)
  const types = [...first.types].filter(([name]) => !places.has(name))
  return types.length === 0
    ? undefined
    : toObjectType(new Map(types.map(([name, type]) => [`${name}?`, type])))
}

/** Converts `{controller}.show` to `${string}.show`. */
function toPattern(action: string): string {
  return action.replaceAll(/\{\w+\}/g, '${string}')
}

/** Variables that links may omit, because the application or the request supplies them. */
interface KnownVariables {
  readonly ambient: readonly string[]
  readonly format: boolean
}

export function argumentType(routes: readonly Route[], known: KnownVariables): string {
  return [...new Set(routes.map((route) => toShape(route, routes.length === 1, known)))].join(' | ')
}

/** Returns the arguments of a route. More arguments are always allowed, because they go to the query. */
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
    // A request supplies the host if a link omits the whole host.
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

/** Returns the type of `request.params`. Alternatives in a constraint become a union: `'a' | 'b'`. */
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

/** A property with a question mark also accepts null and undefined, like the server. */
function toObjectType(properties: ReadonlyMap<string, string>): string {
  const list = [...properties].map(
    ([name, type]) => `readonly ${toKey(name)}: ${type}${name.endsWith('?') ? ' | null | undefined' : ''}`,
  )
  return list.length === 0 ? 'Record<never, never>' : `{ ${list.join('; ')} }`
}

/** A fixed argument is compared as text, so a link may use a number. */
function toType(value: string): string {
  return Number.isNaN(Number(value)) && value !== 'true' && value !== 'false' ? quoted(value) : 'ReverseValue'
}

function toKey(name: string): string {
  const bare = name.endsWith('?') ? name.slice(0, -1) : name
  return (/^[A-Za-z_$][\w$]*$/.test(bare) ? bare : quoted(bare)) + (bare === name ? '' : '?')
}
