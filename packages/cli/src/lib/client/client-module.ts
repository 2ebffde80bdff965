import { Router } from '@mvc-router/router-core'
import { linkMethod } from '@mvc-router/router-core/tools'
import { argumentType, queryType, type QueryOf } from '../routes/action-types.js'
import type { ClientAction, ClientActions } from './client-actions.js'
import { quote } from './client-line.js'
import { clientRuntime } from './client-runtime.js'

/** @param sources the route files, for the first line of the module */
export function clientModule(
  { actions, leftOut }: ClientActions,
  sources: readonly string[],
  basePath: string | undefined,
): string {
  const base = Router.parse('GET / page.home', { basePath }).reverse('page.home').url.slice(0, -1)
  return [
    heading(sources),
    ...leftOut.map(
      ({ route, reason }) => `// Left out: ${route.file}:${route.line} ${route.action}, because ${reason}.`,
    ),
    '/* eslint-disable */',
    'const action = /* @__PURE__ */ (() => {',
    `const base = ${quote(base)}\n${clientRuntime}\nreturn action`.replaceAll(/^(?=.)/gm, '  '),
    '})()',
    '',
    ...constants(actions, ['const ', ' = ', ''], ({ name, lines, isOnly }) => {
      const values = [quote(name), `[${lines.join(', ')}]`, ...(isOnly ? ['true'] : [])]
      return `/* @__PURE__ */ action(${values.join(', ')})`
    }),
  ].join('\n')
}

export function clientTypes(
  { actions }: ClientActions,
  sources: readonly string[],
  queryOf: QueryOf,
): string {
  return [
    heading(sources),
    '/* eslint-disable */',
    'type Scalar = string | number | bigint | boolean',
    'type ReverseValue = Scalar | { readonly id: Scalar } | { toRouteParam(): Scalar } | { toHexString(): string }',
    'type Query = { readonly [name: string]: ReverseValue | readonly (ReverseValue | null | undefined)[] | null | undefined }',
    'type Arguments<Args> = Record<never, never> extends Args',
    '  ? [args?: (Args & Query) | null]',
    '  : [args: Args & Query]',
    '',
    '/** Builds the URLs of one action. Arguments without a place in the path go to the query. Throws a TypeError for arguments that fit no route. */',
    'interface Action<Args, Method> {',
    '  (...args: Arguments<Args>): { readonly url: string; readonly method: Method }',
    '  url(...args: Arguments<Args>): string',
    '  /** The attributes of a form; PUT, PATCH and DELETE are posted with the method override. */',
    "  form(...args: Arguments<Args>): { readonly action: string; readonly method: 'get' | 'post' }",
    '}',
    '',
    ...constants(
      actions,
      ['declare const ', ': ', 'typeof '],
      ({ routes }) => `Action<${argumentsOf(routes, queryOf)}, ${methodType(routes)}>`,
    ),
  ].join('\n')
}

/** Declares and exports constants for actions and controllers, as values or as types. */
function constants(
  actions: readonly ClientAction[],
  [start, sign, use]: readonly [start: string, sign: string, use: string],
  write: (action: ClientAction) => string,
): string[] {
  const writeMember = ([name, member]: [string, Group | ClientAction]): string =>
    `${name}: ${member instanceof Map ? writeGroup(member) : use + constantOf(member.name)}`
  const writeGroup = (group: Group): string => `{ ${Array.from(group, writeMember).join(', ')} }`
  return [
    ...actions.map((action) => start + constantOf(action.name) + sign + write(action)),
    '',
    ...Array.from(groups(actions), ([name, group]) => start + constantOf(name) + sign + writeGroup(group)),
    '',
    `export { ${exportNames(actions).join(', ')} }`,
    '',
  ]
}

/** Returns `'get' | 'post'` for two lines: the methods of links in lower case, as Inertia and axios expect them. */
function methodType(routes: ClientAction['routes']): string {
  return [...new Set(routes.map((route) => `'${linkMethod(route).toLowerCase()}'`))].join(' | ')
}

function argumentsOf(routes: ClientAction['routes'], queryOf: QueryOf): string {
  const type = argumentType(routes, outsideOfRequests)
  const query = queryType(routes, queryOf)
  if (query === undefined) return type
  return `${type.includes(' | {') ? `(${type})` : type} & ${query}`
}

const outsideOfRequests = { ambient: [], format: false }

function heading(sources: readonly string[]): string {
  return `// Written by "mvc-router client" from ${sources.join(', ')}. Change the route file, and run the command again.`
}

/** Names a constant. `$` replaces a dot, and `$0` replaces a dollar sign, because no name begins with a digit. */
function constantOf(name: string): string {
  return `$${name.replaceAll('$', '$$0').replaceAll('.', '$')}`
}

/**
 * Exports `userController`, and each action as `userController_show` so that bundlers can drop unused actions. An
 * action has no short export if its name is not unique.
 */
function exportNames(actions: readonly ClientAction[]): string[] {
  const controllers = [...groups(actions).keys()]
  const single = actions.map(({ name }) => [name.replaceAll('.', '_'), constantOf(name)] as const)
  const all = [...controllers, ...single.map(([short]) => short)]
  return [
    ...controllers.map((name) => `${constantOf(name)} as ${name}`),
    ...single
      .filter(([short]) => all.indexOf(short) === all.lastIndexOf(short))
      .map(([short, constant]) => `${constant} as ${short}`),
  ]
}

/** A tree of action names: `admin` contains `userController`, which contains `show`. */
type Group = Map<string, Group | ClientAction>

function groups(actions: readonly ClientAction[]): Map<string, Group> {
  const root = new Map<string, Group>()
  for (const action of actions) {
    let group = root as Group
    for (const name of action.controller.split('.')) {
      const found = group.get(name)
      const next = found instanceof Map ? found : new Map<string, Group | ClientAction>()
      group.set(name, next)
      group = next
    }
    group.set(action.method, action)
  }
  return root
}
