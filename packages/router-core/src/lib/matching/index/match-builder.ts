import { fillAction } from '../../syntax/action-call.js'
import { fromHalfDecoded, toHalfDecoded } from '../../syntax/percent-encoding.js'
import type { RouteMatch } from '../match-request.js'
import { matchPath } from '../path-matcher.js'
import type { RequestFacts } from '../request-facts.js'
import type { CompiledRoute } from '../compiled-route.js'
import type { Route } from '../../routes/route.js'
import { actionVariables } from '../../syntax/route-target.js'
import { hasWholeSegmentsOnly } from '../../syntax/pattern/whole-segments.js'

/** The starts and ends of the variables in a path, in order. */
interface VariableSpans {
  readonly starts: Int32Array
  readonly ends: Int32Array
}

/** Makes the RouteMatch of the found route. The search itself makes no objects. */
export class MatchBuilder {
  readonly #compiled: CompiledRoute
  readonly #route: Route
  readonly #action: string
  readonly #names: readonly string[]
  readonly #hasWholeSegmentsOnly: boolean
  /** True if the arguments are exactly the variables of the path. */
  readonly #isSimple: boolean

  constructor(compiled: CompiledRoute, names: readonly string[]) {
    const { route, host } = compiled
    this.#compiled = compiled
    this.#route = route
    this.#action = route.action
    this.#names = names
    this.#hasWholeSegmentsOnly = hasWholeSegmentsOnly(route.pattern)
    this.#isSimple =
      this.#hasWholeSegmentsOnly &&
      host === undefined &&
      route.formats.length === 0 &&
      Object.keys(route.args).length === 0 &&
      !names.includes('format') &&
      actionVariables(route.target).length === 0
  }

  /** The match of a path that needs no decoding. */
  toVerbatimMatch(
    path: string,
    spans: VariableSpans,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): RouteMatch {
    if (!this.#isSimple) return this.toMatch(path, spans, facts, maxParamLength)
    const args: Record<string, string> = {}
    const names = this.#names
    const { starts, ends } = spans
    for (let index = 0; index < names.length; index++) {
      args[names[index] as string] = path.slice(starts[index], ends[index])
    }
    return { route: this.#route, action: this.#action, args }
  }

  /** The match of a canonical path, whose values may still be encoded. */
  toMatch(
    path: string,
    spans: VariableSpans,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): RouteMatch {
    const args = this.#readVariables(path, spans, facts, maxParamLength)
    const route = this.#route
    Object.assign(args, route.args)
    const format = Object.hasOwn(args, 'format')
      ? args['format']
      : route.formats.length > 0
        ? facts?.format
        : undefined
    const isDynamic = actionVariables(route.target).length > 0
    const action = isDynamic ? fillAction(this.#action, args) : this.#action
    return format === undefined ? { route, action, args } : { route, action, args, format }
  }

  #readVariables(
    path: string,
    { starts, ends }: VariableSpans,
    facts: RequestFacts | undefined,
    maxParamLength: number,
  ): Record<string, string> {
    const { path: matcher, host } = this.#compiled
    let values: Record<string, string> = {}
    if (this.#hasWholeSegmentsOnly) {
      for (const [index, name] of this.#names.entries()) {
        values[name] = fromHalfDecoded(toHalfDecoded(path.slice(starts[index], ends[index])))
      }
    } else values = matchPath(matcher, { segments: path.slice(1).split('/') }, maxParamLength) ?? values
    if (host !== undefined) for (const [name, value] of facts?.variablesOf(host) ?? []) values[name] = value
    return values
  }
}
