import { runWithReverser } from '../../templates/current-reverser.js'
import { checkOptions } from '../../check-options.js'
import { ConfigurationException, wrongOption } from '../../exceptions.js'
import type { ModelAttribute } from '../../templates/model-attribute.js'
import { checkAttributeName } from '../../templates/check-attribute-name.js'
import type { AmbientArguments, RequestBinding } from '../snapshot/request-binding.js'
import type { HostRequest, HostResponse, Middleware } from '../../hosts/host.js'
import type { HandlerExecution, HandlerInterceptor } from './handler-interceptor.js'
import { isObject } from '../../is-object.js'

/** A RouterHandlerMapping, as far as it is needed here. */
interface RequestBinder {
  bind(request: HostRequest, response: HostResponse): RequestBinding
}

/** Options of `RouterModelAttribute`. */
export interface RouterModelAttributeOptions {
  /** Needed for the middleware; as an interceptor it belongs to the mapping that runs it. */
  readonly mapping?: RequestBinder | undefined
  /** The name in every model. Default: `route`. */
  readonly attributeName?: string | undefined
  /**
   * Values for variables of a route that a link leaves out: `(request) => ({ locale: request.locale })`. The function is
   * called for each such variable. Its values never reach the query, and a given argument wins.
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
  readonly #render: HostResponse['render']
  /** Where the attribute's getter finds its request. */
  readonly #bindingKey = Symbol('RouterModelAttribute')
  /** Where a response has the `render` that a middleware has given it before. */
  readonly #renderKey = Symbol('render')
  readonly #property: PropertyDescriptor
  #warn: ((message: string) => void) | undefined
  #isNameReported = false

  /** @throws ConfigurationException for an attribute name that the host or a template would not take */
  constructor(options: RouterModelAttributeOptions = {}) {
    checkOptions('RouterModelAttribute', options, { mapping: true, attributeName: true, defaults: true })
    const { mapping, attributeName = 'route', defaults } = options
    checkAttributeName('attributeName', attributeName)
    if (mapping !== undefined && typeof (mapping as RequestBinder | null)?.bind !== 'function')
      throw wrongOption('mapping', 'expected a RouterHandlerMapping')
    if (defaults !== undefined && typeof defaults !== 'function')
      throw wrongOption('defaults', 'expected a function of the request')
    this.#defaults = defaults
    this.attributeName = attributeName
    this.#mapping = mapping
    this.#property = createProperty(attributeName, this.#bindingKey)
    this.#render = createRender(attributeName, this.#renderKey, (message) => this.#warn?.(message))
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
    let binding: RequestBinding
    try {
      binding = this.#mapping.bind(request, response)
      this.#expose(binding, response)
    } catch (error) {
      next(error)
      return
    }
    runWithReverser(binding, next)
  }

  aroundHandle(
    _request: HostRequest,
    response: HostResponse,
    { binding }: HandlerExecution,
    proceed: () => void,
  ): void {
    this.#expose(binding, response)
    runWithReverser(binding, proceed)
  }

  /** A value that the application has given the name, for all requests or for this one, is hidden by the attribute. */
  #warnOfTakenName({ locals, app }: HostResponse): void {
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

  #expose(binding: RequestBinding, response: HostResponse): void {
    if (this.#defaults !== undefined) binding.useDefaults(this.#defaults)
    const isExposed = Object.hasOwn(response.locals, this.#bindingKey)
    Object.defineProperty(response.locals, this.#bindingKey, { value: binding, configurable: true })
    this.#warn ??= binding.snapshot.warn
    this.#warnOfTakenName(response)
    Object.defineProperty(response.locals, this.attributeName, this.#property)
    // A second time the response has this render already, perhaps below that of another attribute.
    if (isExposed) return
    if (Object.hasOwn(response, 'render'))
      // oxlint-disable-next-line typescript/unbound-method -- it is called with its response
      Object.defineProperty(response, this.#renderKey, { value: response.render })
    response.render = this.#render
  }
}

/** The getters of all instances: an application and one that is mounted in it have one each. */
const getters = new WeakSet<object>()

/**
 * A single getter for all requests: V8 keeps every accessor among its old objects, so that one that knew its request would
 * keep it, with all that it holds, until the next full collection.
 */
function createProperty(attributeName: string, bindingKey: symbol): PropertyDescriptor {
  function attribute(this: Readonly<Record<symbol, RequestBinding | undefined>>): ModelAttribute | undefined {
    return this[bindingKey]?.reverser.attribute
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
 * The locals of a view win over `res.locals`, so `res.render(view, req.query)` would let a request replace the links'
 * object by anything. Its own value stays, and the developer gets a warning.
 */
function createRender(
  attributeName: string,
  renderKey: symbol,
  warn: (message: string) => void,
): HostResponse['render'] {
  let isReported = false
  return function render(this: HostResponse, view, options, callback) {
    const own = (this as unknown as Readonly<Record<symbol, HostResponse['render'] | undefined>>)[renderKey]
    const inherited = own ?? (Object.getPrototypeOf(this) as Pick<HostResponse, 'render'>).render
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
