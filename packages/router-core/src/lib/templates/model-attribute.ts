import { linkUrl, reverseLink, type TemplateRouter } from './reverse-link.js'
import type { ActionName, ReverseParameters } from '../reversing/registered-actions.js'
import type { ReverseArguments } from '../reversing/reverser.js'
import { freezeDefinition, type ActionDefinition } from '../reversing/action-definition.js'
import { firstOf } from '../reversing/build-url.js'
import { fromMap, givenNames, readArgument } from '../reversing/reverse-arguments.js'
import { readActionCall } from '../reversing/read-action-call.js'
import type { RouteMatch } from '../matching/match-request.js'
import { templateAction } from './template-action.js'
import { templateArguments } from './template-arguments.js'

/** What a template knows of the action that answers the request. */
export interface CurrentAction {
  readonly action: string
  /** Path variables and fixed arguments. */
  readonly args: Readonly<Record<string, string>>
}

/**
 * The engine-neutral `route` object of every template: `route('a.b', { id })` and `route.reverse('a.b', { id })`.
 * Its members are own properties, because Handlebars reads no others.
 */
export interface ModelAttribute {
  /** @throws NoHandlerFoundException */
  <Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>): ActionDefinition
  /** @throws NoHandlerFoundException */
  readonly reverse: <Action extends ActionName>(
    action: Action,
    ...args: ReverseParameters<Action>
  ) => ActionDefinition
  /**
   * The URL as text.
   *
   * @throws NoHandlerFoundException
   */
  readonly href: <Action extends ActionName>(action: Action, ...args: ReverseParameters<Action>) => string
  /** The matched action; undefined outside of a request, and before a route has matched. */
  readonly current: CurrentAction | undefined
  /**
   * For menus: `route.isCurrent('userController.showUser', { id })`, `route.isCurrent("userController.showUser(id:'5')")`,
   * `route.isCurrent('userController.*')`. The arguments given must equal those of the request, as text.
   *
   * @throws NoHandlerFoundException for an action that is no text, and for arguments that a link could not have
   */
  readonly isCurrent: (action: string, args?: unknown) => boolean
  /** The current request's host, with its port. */
  readonly host: string | undefined
}

/**
 * The `route` object over any Reverser.
 *
 * @param current asked each time, since a page may be rendered before or after the route is known
 */
export function createModelAttribute(
  reverser: TemplateRouter,
  current: () => Pick<RouteMatch, 'action' | 'args'> | undefined = (): undefined => undefined,
): ModelAttribute {
  const reverse = (action: string, args?: unknown): ActionDefinition =>
    freezeDefinition(reverseLink(reverser, action, templateArguments(args)))
  const href = (action: string, args?: unknown): string => linkUrl(reverser, action, templateArguments(args))
  const isCurrent = (action: string, args?: unknown): boolean => {
    const match = current()
    if (match === undefined) return false
    const asked = templateAction(action)
    const given = fromMap(asked, templateArguments(args) ?? {})
    const { name, args: wanted } = asked.includes('(')
      ? readActionCall(asked, given)
      : { name: asked, args: given }
    return matchesName(name, match.action) && matchesArguments(name, wanted, match.args)
  }
  const route = (action: string, args?: unknown): ActionDefinition => reverse(action, args)
  return Object.freeze(
    Object.defineProperties(route, {
      reverse: { value: reverse, enumerable: true },
      href: { value: href, enumerable: true },
      isCurrent: { value: isCurrent, enumerable: true },
      current: currentProperty,
      [currentKey]: { value: current },
      [reverserKey]: { value: reverser },
      host: { value: reverser.host, enumerable: true },
    }),
  ) as ModelAttribute
}

const currentKey = Symbol('current')

/** Where tags and helpers find the Reverser itself: they read the arguments of their templates on their own. */
export const reverserKey: unique symbol = Symbol('reverser')

/** One getter for all: an accessor of V8 outlives its object until the next full collection, with all that it knows. */
const currentProperty: PropertyDescriptor = {
  get(this: { readonly [currentKey]: () => CurrentAction | undefined }) {
    return this[currentKey]()
  },
  enumerable: true,
}

/** Exactly, or everything below `controller.*`; ignoring case, as reversing does. */
function matchesName(asked: string, actual: string): boolean {
  const wanted = asked.toLowerCase()
  const name = actual.toLowerCase()
  return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
}

/** As a link to the same arguments would write them. */
function matchesArguments(
  action: string,
  given: ReverseArguments,
  actual: Readonly<Record<string, string>>,
): boolean {
  return givenNames(action, given).every(
    (name) => Object.hasOwn(actual, name) && actual[name] === firstOf(readArgument(action, name, given)),
  )
}
