import type { HandlerInterceptor } from './handler-interceptor.js'
import { PathPattern } from './path-pattern.js'

/** One interceptor, and for which paths it is. */
export class InterceptorRegistration {
  readonly interceptor: HandlerInterceptor
  readonly #included: PathPattern[] = []
  readonly #excluded: PathPattern[] = []

  constructor(interceptor: HandlerInterceptor) {
    this.interceptor = interceptor
  }

  /** Only for these paths, relative to the mount: `/admin/**`. Without any it is for every path. */
  addPathPatterns(...patterns: readonly string[]): this {
    this.#included.push(...patterns.map((text) => new PathPattern(text)))
    return this
  }

  /** Not for these paths, written exactly so. */
  excludePathPatterns(...patterns: readonly string[]): this {
    this.#excluded.push(...patterns.map((text) => new PathPattern(text)))
    return this
  }

  appliesTo(path: string): boolean {
    if (this.#included.length > 0 && !this.#included.some((pattern) => pattern.includes(path))) return false
    return !this.#excluded.some((pattern) => pattern.isExactly(path))
  }
}

/** The interceptors of a mapping, in the order in which they run. */
export class InterceptorRegistry {
  readonly #registrations: InterceptorRegistration[] = []

  addInterceptor(interceptor: HandlerInterceptor): InterceptorRegistration {
    const registration = new InterceptorRegistration(interceptor)
    this.#registrations.push(registration)
    return registration
  }

  get registrations(): readonly InterceptorRegistration[] {
    return this.#registrations
  }
}
