import { applicationRouter } from '../application-router.js'
import { controllerNameOf, type ControllerClass } from '../controllers/controller.js'
import type { ControllerRegistry } from '../controllers/controller-registry.js'
import { currentReverser, type RequestReverser } from '../templates/current-reverser.js'
import { NoHandlerFoundException, wrongOption } from '../exceptions.js'
import { reverseLink } from '../templates/reverse-link.js'
import type { ReverseArguments, Reverser } from '../reversing/reverser.js'
import { Router } from '../router.js'
import { freeVariables } from '../routes/describe-route.js'
import { Link, type LinkAttributes } from './link.js'

/** A router whose table names positional values. */
type TabledRouter = Pick<Router, 'table'> & Partial<RequestReverser>

/**
 * The source of links: a router, a mapping, or the Reverser of a request. Links with a router take values by position.
 * Links with controllers find the name of a registered class.
 */
export type LinkSource = Reverser &
  Partial<RequestReverser> & { readonly router?: TabledRouter; readonly controllers?: ControllerRegistry }

interface LinkState {
  /** If undefined, links use the Reverser of the current request, or else the application's router. */
  readonly source: LinkSource | undefined
  readonly controller: string | ControllerClass
  readonly method: string | undefined
  readonly named: ReverseArguments
  readonly positional: readonly unknown[]
  /** If undefined, only a link to another host is absolute. */
  readonly base: { readonly of: string | undefined } | undefined
}

/**
 * Builds links to actions, for hypermedia. Every step returns a new builder.
 *
 * ```ts
 * linkTo('userController.showUser').slash(42).withSelfRel()
 * linkTo(UserController).action('showUser').slash('id', 42).slash('tab', 'posts').toUri()
 * ```
 */
export class RouterLinkBuilder {
  readonly #state: LinkState

  private constructor(state: LinkState) {
    this.#state = state
  }

  /**
   * @param target an action, the name of a controller, or its class
   * @param source default: the Reverser of the current request, or else the application's router (`Router.use`)
   */
  static linkTo(target: string | ControllerClass, source?: LinkSource): RouterLinkBuilder {
    if (typeof target !== 'function' && (typeof target !== 'string' || !/^[^.]/.test(target))) {
      throw wrongOption('linkTo', 'takes an action, the name of a controller or its class')
    }
    // Spring's `linkTo` takes a class and then a method.
    if (typeof source === 'string')
      throw wrongOption(
        'linkTo',
        `takes one action: linkTo('${typeof target === 'string' ? target : 'userController'}.${String(source)}')`,
      )
    const [, controller = target, method] =
      (typeof target === 'string' && /^(.+)\.([^.]*)$/s.exec(target)) || []
    return new RouterLinkBuilder({ source, controller, method, named: {}, positional: [], base: undefined })
  }

  /** The method of the controller. */
  action(method: string): RouterLinkBuilder {
    return this.#with({ method })
  }

  /** `slash(42)` sets the next variable of the path. `slash('id', 42)` sets an argument by name. */
  slash(...value: readonly [value: unknown] | readonly [name: string, value: unknown]): RouterLinkBuilder {
    const { named, positional } = this.#state
    if (value.length === 1) return this.#with({ positional: [...positional, value[0]] })
    return this.#with({ named: { ...named, [value[0]]: value[1] } })
  }

  /** Makes the link absolute, by the rules of `ActionDefinition.absolute`. */
  absolute(base?: string): RouterLinkBuilder {
    return this.#with({ base: { of: base } })
  }

  /**
   * The link with its relation. If arguments are missing, it is a template: `/user/{id}`.
   *
   * @throws NoHandlerFoundException, ConfigurationException
   */
  withRel(rel: string, attributes: LinkAttributes = {}): Link {
    const { href, templated } = this.#resolve()
    return new Link(rel, href, { ...attributes, templated })
  }

  withSelfRel(attributes: LinkAttributes = {}): Link {
    return this.withRel('self', attributes)
  }

  /** @throws NoHandlerFoundException for an action without a URL, and if arguments are missing */
  toUri(): string {
    const source = this.#source
    return this.#toHref(source, source)
  }

  /** The URL, or a template if arguments are missing. */
  toString(): string {
    return this.#resolve().href
  }

  #with(changes: Partial<LinkState>): RouterLinkBuilder {
    return new RouterLinkBuilder({ ...this.#state, ...changes })
  }

  #resolve(): { readonly href: string; readonly templated: boolean } {
    const source = this.#source
    try {
      return { href: this.#toHref(source, source), templated: false }
    } catch (error) {
      const templates = source.reverseTemplate === undefined ? routerOf(source) : source
      if (!(error instanceof NoHandlerFoundException) || templates?.reverseTemplate === undefined) throw error
      const reverse = templates.reverseTemplate.bind(templates)
      return { href: this.#toHref(source, { reverse, host: templates.host }), templated: true }
    }
  }

  #toHref(source: LinkSource, reverser: Reverser & Pick<LinkSource, 'host'>): string {
    const { base } = this.#state
    const action = this.#actionFor(source)
    const definition = reverseLink(reverser, action, this.#argumentsFor(source, action))
    return base === undefined ? definition.url : definition.absolute(base.of).url
  }

  #actionFor({ controllers }: LinkSource): string {
    const { controller, method } = this.#state
    const name =
      typeof controller === 'string'
        ? controller
        : (controllers?.nameOf(controller) ?? controllerNameOf(controller))
    if (method === undefined) throw wrongOption('linkTo', `which action of ${name}? Add .action('name')`)
    return `${name}.${method}`
  }

  #argumentsFor(source: LinkSource, action: string): ReverseArguments {
    const { named, positional } = this.#state
    const router = routerOf(source)
    if (router !== undefined) return namePositionalArguments(router, action, named, positional)
    if (positional.length === 0) return named
    throw wrongOption('linkTo', 'only a router can name values without a name; write .slash(name, value)')
  }

  get #source(): LinkSource {
    return this.#state.source ?? currentReverser() ?? applicationRouter()
  }
}

function routerOf(source: LinkSource): TabledRouter | undefined {
  return source instanceof Router ? source : source.router
}

/** Starts a link: short for `RouterLinkBuilder.linkTo`. */
export function linkTo(target: string | ControllerClass, source?: LinkSource): RouterLinkBuilder {
  return RouterLinkBuilder.linkTo(target, source)
}

/**
 * Assigns values without names to the free variables of the path, in order. It takes the action's first route with the
 * same number of free variables, or else the first route with more free variables.
 *
 * @throws NoHandlerFoundException if every route of the action has fewer free variables
 */
function namePositionalArguments(
  router: Pick<Router, 'table'>,
  action: string,
  named: ReverseArguments,
  positional: readonly unknown[],
): ReverseArguments {
  if (positional.length === 0) return named
  const free = router.table
    .findCandidates(action)
    .map(({ builder: { route }, variables }) =>
      freeVariables(route, (name) => Object.hasOwn(named, name) || variables?.has(name) === true),
    )
  const names =
    free.find(({ length }) => length === positional.length) ??
    free.find(({ length }) => length > positional.length)
  if (names === undefined && free.length > 0) {
    const most = Math.max(...free.map(({ length }) => length))
    throw new NoHandlerFoundException(
      `"${action}" has ${positional.length} values without a name, but its path takes only ${most}; name the others, as in .slash('page', 2)`,
      { code: 'E_REVERSE_BAD_ARGS', action },
    )
  }
  return {
    ...named,
    ...Object.fromEntries(
      (names ?? []).slice(0, positional.length).map((name, index) => [name, positional[index]]),
    ),
  }
}
