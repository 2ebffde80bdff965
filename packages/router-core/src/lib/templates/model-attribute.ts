import { linkUrl, reverseLink, signedLink, signedLinkByName, type TemplateRouter } from './reverse-link.js'
import type {
  ActionName,
  ReverseParameters,
  SignedActionName,
  SignedParameters,
} from '../reversing/registered-actions.js'
import type { ReverseArguments } from '../reversing/reverser.js'
import type { ActionDefinition } from '../reversing/action-definition.js'
import { firstOf, fromMap, givenNames, readArgument } from '../reversing/reverse-arguments.js'
import { readActionCall } from '../reversing/read-action-call.js'
import type { RouteMatch } from '../matching/match-request.js'
import { NoHandlerFoundException } from '../exceptions.js'
import { readQuery, withQuery, type Query } from './with-query.js'
import { templateAction, templateArguments } from './template-arguments.js'

/** The action that answers the request, for templates. */
export interface CurrentAction {
  readonly action: string
  /** Path variables and fixed arguments. */
  readonly args: Readonly<Record<string, string>>
  /** Path and query of the request, encoded; undefined outside of a request. */
  readonly url: string | undefined
  /** The query of that URL, decoded. */
  readonly query: Query
}

/** A matched request. `url` is the raw request target, with the mount path. */
export interface CurrentRequest extends Pick<RouteMatch, 'action' | 'args'> {
  readonly url?: string | undefined
  /** The name of the line, `+ name=profile`. */
  readonly name?: string | undefined
}

/**
 * The engine-neutral `route` object of every template: `route('a.b', { id })` and `route.reverse('a.b', { id })`.
 * Its members are own properties, because Handlebars reads only these.
 */
export interface ModelAttribute {
  /** @throws NoHandlerFoundException */
  <Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>): ActionDefinition
  /** @throws NoHandlerFoundException */
  readonly reverse: <Action extends ActionName>(
    action: Action,
    ...args: ReverseParameters<Action>
  ) => ActionDefinition
  /** @throws NoHandlerFoundException */
  readonly href: <Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>) => string
  /**
   * A link to a line below `+ signed` (docs/route-file.md, Signed links). With named arguments, `expiresIn` and
   * `method` are the options.
   *
   * @throws NoHandlerFoundException
   */
  readonly signed: <Action extends SignedActionName>(
    action: Action,
    ...args: SignedParameters<Action>
  ) => ActionDefinition
  /** The matched action; undefined outside of a request, and before a route has matched. */
  readonly current: CurrentAction | undefined
  /**
   * `route.with({ page: 2, q: null })` is the URL of this page with another query (docs/route-file.md, This page with
   * another query).
   *
   * @throws NoHandlerFoundException in a page that no line has answered, and for a value without a text
   */
  readonly with: (changes?: unknown) => string
  /**
   * For menus: `route.isCurrent('userController.showUser', { id })`,
   * `route.isCurrent("userController.showUser(id:'5')")`, `route.isCurrent('userController.*')`. The given arguments
   * must equal the arguments of the request, as text.
   *
   * @throws NoHandlerFoundException for an action that is not a text, and for an argument without a text
   */
  readonly isCurrent: (action: string, args?: unknown) => boolean
  /** The current request's host, with its port. */
  readonly host: string | undefined
}

/**
 * The `route` object over any Reverser.
 *
 * @param current called at each use, because a page may be rendered before the route is known
 */
export function createModelAttribute(
  reverser: TemplateRouter,
  current: () => CurrentRequest | undefined = (): undefined => undefined,
): ModelAttribute {
  const reverse = (action: string, args?: unknown): ActionDefinition =>
    reverseLink(reverser, action, templateArguments(args))
  const href = (action: string, args?: unknown): string => linkUrl(reverser, action, templateArguments(args))
  const isCurrent = (action: string, args?: unknown): boolean => {
    const match = current()
    if (match === undefined) return false
    const asked = templateAction(action)
    const given = fromMap(asked, templateArguments(args) ?? {})
    const { name, args: wanted } = asked.includes('(')
      ? readActionCall(asked, given, () => true)
      : { name: asked, args: given }
    return (
      (matchesName(name, match.action) || name === match.name) && matchesArguments(name, wanted, match.args)
    )
  }
  const signed = (action: string, args?: unknown, options?: unknown): ActionDefinition => {
    const given = templateArguments(args)
    // If `templateArguments` has made a new object, the engine has passed named arguments.
    if (given === args || options !== undefined)
      return signedLink(reverser, action, given, templateArguments(options))
    return signedLinkByName(reverser, action, given)
  }
  const thisPage = (changes?: unknown): string => {
    const url = current()?.url
    if (url === undefined) throw noPage()
    return withQuery(url, fromMap('route.with', templateArguments(changes)))
  }
  const route = (action: string, args?: unknown): ActionDefinition => reverse(action, args)
  return Object.freeze(
    Object.defineProperties(route, {
      reverse: { value: reverse, enumerable: true },
      href: { value: href, enumerable: true },
      isCurrent: { value: isCurrent, enumerable: true },
      with: { value: thisPage, enumerable: true },
      signed: { value: signed, enumerable: true },
      current: currentProperty,
      [currentKey]: { value: current },
      [reverserKey]: { value: reverser },
      host: { value: reverser.host, enumerable: true },
    }),
  ) as ModelAttribute
}

const currentKey = Symbol('current')

/** The key of the Reverser itself. Tags and helpers use it, because they read the arguments of templates themselves. */
export const reverserKey: unique symbol = Symbol('reverser')

/** All attributes share one getter. V8 keeps an accessor and its closure until the next full collection. */
const currentProperty: PropertyDescriptor = {
  get(this: { readonly [currentKey]: () => CurrentRequest | undefined }) {
    const request = this[currentKey]()
    return request && toCurrentAction(request)
  },
  enumerable: true,
}

/** The error of `route.with` if there is no page. */
export function noPage(): NoHandlerFoundException {
  return new NoHandlerFoundException('route.with: no line answers this page, so there is no URL to change', {
    code: 'E_REVERSE_NO_ROUTE',
    action: 'route.with',
  })
}

function toCurrentAction({ action, args, url }: CurrentRequest): CurrentAction {
  return { action, args, url: url === undefined ? undefined : withQuery(url), query: readQuery(url ?? '') }
}

/** Ignores case. `user.*` matches every action of `user`. */
function matchesName(asked: string, actual: string): boolean {
  const wanted = asked.toLowerCase()
  const name = actual.toLowerCase()
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
}

/** True if the request has each argument of `given`, compared as text. */
function matchesArguments(
  action: string,
  given: ReverseArguments,
  actual: Readonly<Record<string, string>>,
): boolean {
  return givenNames(action, given).every(
    (name) => Object.hasOwn(actual, name) && actual[name] === firstOf(readArgument(action, name, given)),
  )
}
