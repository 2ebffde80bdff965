import { runWithReverser } from '../../templates/current-reverser.js'
import { checkOptions, type OptionNames } from '../../check-options.js'
import { ConfigurationException } from '../../exceptions.js'
import type { ModelAttribute } from '../../templates/model-attribute.js'
import { checkAttributeName } from '../../templates/check-attribute-name.js'
import type { AmbientArguments, RequestBinding } from '../snapshot/request-binding.js'
import type { HostRequest, HostResponse, Middleware } from '../../hosts/host.js'
import type { HandlerExecution, HandlerInterceptor } from './handler-interceptor.js'
import { isObject } from '../../is-object.js'

interface RequestBinder {
  bind(request: HostRequest, response: HostResponse): RequestBinding
}

/** Options of `RouterModelAttribute`. */
export interface RouterModelAttributeOptions {
  /** Required for the middleware. As an interceptor, the attribute uses the mapping that runs it. */
  readonly mapping?: RequestBinder | undefined
  /** The name in every model. Default: `route`. */
  readonly attributeName?: string | undefined
  /**
   * Values for path variables that a link leaves out: `(request) => ({ locale: request.locale })`. Called for each of
   * these variables. The values never reach the query, and an argument of the link wins.
   */
  readonly defaults?: AmbientArguments | undefined
}

const optionRules: OptionNames<RouterModelAttributeOptions> = {
  mapping: [(value) => typeof (value as RequestBinder | null)?.bind === 'function', 'a RouterHandlerMapping'],
  attributeName: true,
  defaults: [(value) => typeof value === 'function', 'a function of the request'],
}

/**
 * Gives every view the `route` object of the request: `route.reverse('userController.showUser', { id })`. It also makes
 * `router.current` work in all code that the request runs.
 *
 * Use it as the first middleware, so error pages have links, too. It is also an interceptor.
 */
export class RouterModelAttribute implements HandlerInterceptor {
  readonly attributeName: string
  readonly #mapping: RequestBinder | undefined
  readonly #defaults: AmbientArguments | undefined
  readonly #render: HostResponse['render']
  /** The key of the request's binding in the locals. */
  readonly #bindingKey = Symbol('RouterModelAttribute')
  /** The key of the `render` that an earlier middleware has set on a response. */
  readonly #renderKey = Symbol('render')
  readonly #property: PropertyDescriptor
  #warn: ((message: string) => void) | undefined
  #isNameReported = false

  /** @throws ConfigurationException for an attribute name that the host or a template could not use */
  constructor(options: RouterModelAttributeOptions = {}) {
    checkOptions('RouterModelAttribute', options, optionRules)
    const { mapping, attributeName = 'route', defaults } = options
    checkAttributeName('attributeName', attributeName)
    this.#defaults = defaults
    this.attributeName = attributeName
    this.#mapping = mapping
    this.#property = createProperty(attributeName, this.#bindingKey)
    this.#render = createRender(attributeName, this.#renderKey, (message) => this.#warn?.(message))
  }

  readonly middleware: Middleware = (request, response, next) => {
    let binding: RequestBinding
    try {
      if (this.#mapping === undefined) {
        const problem = 'RouterModelAttribute: the middleware needs the option `mapping`'
        throw new ConfigurationException('mapping', problem)
      }
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

  /** Warns if the application has a value with the same name, which the attribute hides. */
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
    // The second time, the response already has this `render`, perhaps inside the `render` of another attribute.
    if (isExposed) return
    if (Object.hasOwn(response, 'render'))
      // oxlint-disable-next-line typescript/unbound-method -- it is called with its response
      Object.defineProperty(response, this.#renderKey, { value: response.render })
    response.render = this.#render
  }
}

/** The getters of all instances. Each application has its own instance, and may be mounted in another application. */
const getters = new WeakSet<object>()

/** All requests share one getter, because V8 would keep a getter and its request until the next full collection. */
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
 * A view's own values win over `res.locals`, so with `res.render(view, req.query)` a request could replace the
 * attribute. This `render` leaves out a value with the attribute's name, and warns the developer.
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
