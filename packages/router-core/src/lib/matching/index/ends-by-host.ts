import { getOrInsert } from '@mvc-router/constraint-language'
import type { Route } from '../../routes/route.js'
import type { HostPattern } from '../../syntax/pattern/route-pattern.js'
import type { CompiledRoutes } from '../compiled-route.js'
import type { Host } from '../host-matcher.js'
import type { RequestFacts } from '../request-facts.js'

/** Selects a host's routes if many lines have the same path, for example a hundred customers with a line for `/`. */
export class EndsByHost {
  readonly #routes: readonly Route[]
  readonly #known = new Map<readonly number[], HostLabels>()

  constructor({ routes }: CompiledRoutes) {
    this.#routes = routes
  }

  /** The route numbers that may accept a request, ascending. */
  narrow(ends: readonly number[], facts: RequestFacts | undefined): readonly number[] {
    if (ends.length <= few || facts === undefined) return ends
    return getOrInsert(this.#known, ends, () => new HostLabels(ends, this.#routes)).find(facts.host)
  }
}

/** The greatest number of routes that are compared one by one. */
const few = 8

/** Route numbers by the last labels of their hosts: `example.com` for `{client}.example.com`. */
class HostLabels {
  readonly #byLabels = new Map<string, number[]>()
  /** The lengths of the shortest and the longest key. */
  #shortest = Infinity
  #longest = 0
  /** Routes without a host, and routes with a variable at the end of the host. */
  readonly #others: number[] = []

  constructor(ends: readonly number[], routes: readonly Route[]) {
    for (const end of ends) {
      const host = routes[end]?.pattern.host
      const labels = host && lastLabels(host)
      if (labels === undefined) this.#others.push(end)
      else {
        getOrInsert(this.#byLabels, labels, () => []).push(end)
        this.#shortest = Math.min(this.#shortest, labels.length)
        this.#longest = Math.max(this.#longest, labels.length)
      }
    }
  }

  find(host: Host | undefined): readonly number[] {
    let found: readonly number[] = this.#others
    if (host === undefined || host.name.length < this.#shortest) return found
    const { name } = host
    let dot = name.length - this.#shortest
    do {
      dot = name.lastIndexOf('.', dot - 1)
      if (name.length - dot - 1 > this.#longest) break
      const labels = this.#byLabels.get(name.slice(dot + 1))
      if (labels !== undefined)
        found = found.length === 0 ? labels : [...found, ...labels].toSorted(ascending)
    } while (dot > 0)
    return found
  }
}

/** The whole labels at the end of a host pattern: `example.com` for `{client}.example.com`. Undefined without one. */
function lastLabels({ parts }: HostPattern): string | undefined {
  const last = parts.at(-1)
  if (last?.type !== 'literal') return undefined
  if (parts.length === 1) return last.text
  // The text before the dot may be the end of a longer label.
  const dot = last.text.indexOf('.')
  return dot < 0 ? undefined : last.text.slice(dot + 1)
}

function ascending(left: number, right: number): number {
  return left - right
}
