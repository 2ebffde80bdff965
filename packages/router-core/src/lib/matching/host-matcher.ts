import { measureAmbiguity, type Constraint } from '../syntax/constraint.js'
import type { HostPattern } from '../syntax/route-pattern.js'
import { escapeRegex, UnsafePatternProblem } from './path-matcher.js'

/** A host as a request names it, taken apart: `example.com:8080`, `[::1]:8080`. In lower case. */
export interface Host {
  /** Without the port; an IPv6 address keeps its brackets. */
  readonly name: string
  readonly port: string | undefined
}

/** Undefined for everything that is not a host: user names, paths, blanks, bad ports. */
export function parseHost(text: string): Host | undefined {
  if (text.length > 320) return undefined
  const [, name, port] =
    /^([a-z0-9_](?:[a-z0-9._-]*[a-z0-9_])?\.?|\[[0-9a-f:.]+\])(?::([0-9]{0,5}))?$/.exec(text.toLowerCase()) ??
    []
  if (name === undefined || Number(port ?? 0) > 65535) return undefined
  return { name: name.endsWith('.') ? name.slice(0, -1) : name, port: port === '' ? undefined : port }
}

/** A host pattern, ready to match: `{client}.example.com`. Compared without port, ignoring case. */
export interface HostMatcher {
  /** In order; `_` binds nothing. */
  readonly names: readonly string[]
  /** Of each name: inside of the joined expression a constraint sees its neighbours, so it is asked again alone. */
  readonly constraints: readonly (Constraint | undefined)[]
  readonly regex: RegExp
}

/** @throws UnsafePatternProblem */
export function compileHost({ parts }: HostPattern): HostMatcher {
  const names: string[] = []
  const constraints: (Constraint | undefined)[] = []
  const source = parts.map((part) => {
    if (part.type === 'literal') return escapeRegex(part.text)
    names.push(part.name)
    constraints.push(part.constraint)
    return `(${part.constraint?.embeddable ?? '.+'})`
  })
  if (measureAmbiguity(source.join(''), 'u') > 2) {
    throw new UnsafePatternProblem('The variables of this host can be told apart in too many ways')
  }
  return { names, constraints, regex: new RegExp(`^${source.join('')}$`, 'u') }
}

/** Adds the host's variables to `values`; false when the host does not match. */
export function matchHost(
  { names, constraints, regex }: HostMatcher,
  host: Host | undefined,
  values: Record<string, string>,
): boolean {
  const found = host && regex.exec(host.name)
  if (!found) return false
  for (const [index, name] of names.entries()) {
    const value = found[index + 1] ?? ''
    if (constraints[index]?.test(value) === false) return false
    if (name !== '_') values[name] = value
  }
  return true
}
