import { runWithReverser } from '../../templates/current-reverser.js'
import { ConfigurationException, wrongOption } from '../../exceptions.js'
import type { ModelAttribute } from '../../templates/model-attribute.js'
import { checkAttributeName } from '../../templates/check-attribute-name.js'
import type { AmbientArguments, BoundReverser } from '../snapshot/bound-reverser.js'
import type { ExpressRequest, ExpressResponse, Middleware } from '../request/express-request.js'
import type { HandlerExecution, HandlerInterceptor } from './handler-interceptor.js'
import { isObject } from '../../is-object.js'

/** A RouterHandlerMapping, as far as it is needed here. */
interface RequestBinder {
  bind(request: ExpressRequest): BoundReverser
}

/** Options of `RouterModelAttribute`. */
export interface RouterModelAttributeOptions {
  /** Needed for the middleware; as an interceptor it belongs to the mapping that runs it. */
  readonly mapping?: RequestBinder | undefined
  /** The name in every model. Default: `route`. */
  readonly attributeName?: string | undefined
  /**
   * Values for variables of routes that a link does not name: `(request) => ({ locale: request.locale })`. They never
   * reach the query, and a given argument wins. Asked for each link.
   */
  readonly defaults?: AmbientArguments | undefined
}

/**
 * Gives every view the `route` object, bound to the request: `route.reverse('userController.showUser', { id })`, and
 * makes `router.current` work in whatever the request runs.
 *
 * As a middleware it goes first, so that error pages have links as well; it is an interceptor, too.
 */
export class RouterModelAttribute implements HandlerInterceptor {
  readonly attributeName: string
  readonly #mapping: RequestBinder | undefined
  readonly #defaults: AmbientArguments | undefined
  readonly #render: ExpressResponse['render']
  /** Where the attribute's getter finds its request. */
  readonly #boundKey = Symbol('RouterModelAttribute')
  readonly #property: PropertyDescriptor
  #warn: ((message: string) => void) | undefined
  #isNameReported = false

  /** @throws ConfigurationException for an attribute name that Express or a template would not take */
  constructor({ mapping, attributeName = 'route', defaults }: RouterModelAttributeOptions = {}) {
    checkAttributeName('attributeName', attributeName)
    if (mapping !== undefined && typeof (mapping as RequestBinder | null)?.bind !== 'function')
      throw wrongOption('mapping', 'expected a RouterHandlerMapping')
    if (defaults !== undefined && typeof defaults !== 'function')
      throw wrongOption('defaults', 'expected a function of the request')
    this.#defaults = defaults
    this.attributeName = attributeName
    this.#mapping = mapping
    this.#property = createProperty(attributeName, this.#boundKey)
    this.#render = createRender(attributeName, (message) => this.#warn?.(message))
  }

  readonly middleware: Middleware = (request, response, next) => {
    if (this.#mapping === undefined) {
      next(
        new ConfigurationException(
          'mapping',
          'RouterModelAttribute: the middleware needs the option `mapping`',
        ),
      )
      return
    }
    let bound: BoundReverser
    try {
      bound = this.#mapping.bind(request)
      this.#expose(bound, response)
    } catch (error) {
      next(error)
      return
    }
    runWithReverser(bound, next)
  }

  aroundHandle(
    _request: ExpressRequest,
    response: ExpressResponse,
    { reverser }: HandlerExecution,
    proceed: () => void,
  ): void {
    this.#expose(reverser, response)
    runWithReverser(reverser, proceed)
  }

  /** A value that the application has given the name, for all requests or for this one, is hidden by the attribute. */
  #warnOfTakenName({ locals, app }: ExpressResponse): void {
    if (this.#isNameReported) return
    const own = Object.getOwnPropertyDescriptor(locals, this.attributeName)
    // oxlint-disable-next-line typescript/unbound-method -- it is looked up, and never called
    const getter = own?.get ?? own
    const isTaken =
      getter === undefined ? Object.hasOwn(app?.locals ?? {}, this.attributeName) : !getters.has(getter)
    if (!isTaken) return
    this.#isNameReported = true
    const whose = own === undefined ? 'app.locals' : 'res.locals'
    this.#warn?.(
      `${whose}.${this.attributeName} has a value, which RouterModelAttribute hides: rename it, or choose another attributeName`,
    )
  }

  #expose(bound: BoundReverser, response: ExpressResponse): void {
    if (this.#defaults !== undefined) bound.useDefaults(this.#defaults)
    Object.defineProperty(response.locals, this.#boundKey, { value: bound, configurable: true })
    this.#warn ??= bound.snapshot.warn
    this.#warnOfTakenName(response)
    Object.defineProperty(response.locals, this.attributeName, this.#property)
    response.render = this.#render
  }
}

/** The getters of all instances: an application and one that is mounted in it have one each. */
const getters = new WeakSet<object>()

/**
 * One getter for all requests: V8 keeps every accessor among its old objects, so that one that knew its request would
 * keep it, with all that it holds, until the next full collection.
 */
function createProperty(attributeName: string, boundKey: symbol): PropertyDescriptor {
  function attribute(this: Readonly<Record<symbol, BoundReverser | undefined>>): ModelAttribute | undefined {
    return this[boundKey]?.attribute
  }
  getters.add(attribute)
  return {
    get: attribute,
    set() {
      throw new ConfigurationException(
        'attributeName',
        `res.locals.${attributeName} is taken by RouterModelAttribute; choose another attributeName`,
      )
    },
    enumerable: true,
    configurable: true,
  }
}

/**
 * What a view is given wins over `res.locals`, so `res.render(view, req.query)` would let a request replace the links'
 * object by anything. Its own value stays, and the developer is told.
 */
function createRender(attributeName: string, warn: (message: string) => void): ExpressResponse['render'] {
  let isReported = false
  return function render(this: ExpressResponse, view, options, callback) {
    const { render: inherited } = Object.getPrototypeOf(this) as Pick<ExpressResponse, 'render'>
    if (!isObject(options) || !Object.hasOwn(options, attributeName))
      return inherited.call(this, view, options, callback)
    if (!isReported) {
      isReported = true
      warn(
        `A view is given a value named "${attributeName}", which would hide its links: the value is left out; rename it, or choose another attributeName`,
      )
    }
    const { [attributeName]: _, ...rest } = options as Record<string, unknown>
    return inherited.call(this, view, rest, callback)
  }
}
