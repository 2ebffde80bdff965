import type { HandlerInterceptor } from './handler-interceptor.js'
import { PathPattern } from './path-pattern.js'

/** An interceptor, and its paths. */
export class InterceptorRegistration {
  readonly interceptor: HandlerInterceptor
  readonly #included: PathPattern[] = []
  readonly #excluded: PathPattern[] = []

  constructor(interceptor: HandlerInterceptor) {
    this.interceptor = interceptor
  }

  /**
   * Limits the interceptor to these paths, relative to the mount: `/admin/**`. A pattern that equals a line's path
   * covers every request that the line answers. Without patterns, the interceptor runs for all paths.
   */
  addPathPatterns(...patterns: readonly string[]): this {
    this.#included.push(...patterns.map((text) => new PathPattern(text, 'include')))
    return this
  }

  /** Excludes these paths, in exactly this spelling. */
  excludePathPatterns(...patterns: readonly string[]): this {
    this.#excluded.push(...patterns.map((text) => new PathPattern(text, 'exclude')))
    return this
  }

  /** @param linePath the path of the answering line, as in the route file */
  appliesTo(path: string, linePath?: string): boolean {
    const isIncluded =
      this.#included.length === 0 ||
      this.#included.some((pattern) => pattern.text === linePath || pattern.includes(path))
    if (!isIncluded) return false
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
