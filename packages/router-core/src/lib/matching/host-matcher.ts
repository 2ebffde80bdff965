import { anyCharacter, type Automaton, type Piece } from '@mvc-router/constraint-language'
import type { HostPattern } from '../syntax/route-pattern.js'
import { compileParts } from './joined-automaton.js'

/** A host as a request names it, taken apart: `example.com:8080`, `[::1]:8080`. In lower case. */
export interface Host {
  /** Without the port; an IPv6 address keeps its brackets. */
  readonly name: string
  readonly port: string | undefined
}

/** In UTF-16 units, with the port. */
export const maxHostLength = 320

/** Undefined for everything that is not a host: user names, paths, blanks, empty labels, bad ports. */
export function parseHost(text: string): Host | undefined {
  if (text.length > maxHostLength) return undefined
  // Only then in lower case: that of the Kelvin sign is "k".
  const [, name = '', port] = /^([\w.-]+|\[[0-9A-Fa-f:.]+\])(?::([0-9]{0,5}))?$/.exec(text) ?? []
  const host = (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase()
  if ((!host.startsWith('[') && hasBadLabel.test(host)) || Number(port ?? 0) > 65535) return undefined
  return { name: host, port: port === '' ? undefined : port }
}

/** Empty, or with a hyphen at its start or end. */
const hasBadLabel = /(?:^|\.)(?:[-.]|$)|-(?:\.|$)/

/** A host pattern, ready to match: `{client}.example.com`. Compared without port, ignoring case. */
export interface HostMatcher {
  readonly parts: HostPattern['parts']
  readonly automaton: Automaton
}

/** @throws ConstraintException for variables that cannot be told apart in linear time */
export function compileHost({ parts }: HostPattern): HostMatcher {
  return {
    parts,
    automaton: compileParts(parts, { maxLength: maxHostLength, unconstrained, toText: String }),
  }
}

/** `.+`: a variable of a host may span dots. */
const unconstrained: Piece = { type: 'run', ranges: anyCharacter, min: 1, max: Infinity, isLazy: false }

/** The host's variables by name, without those named `_`; undefined when the host does not match. */
export function readHost(
  { parts, automaton }: HostMatcher,
  host: Host | undefined,
): ReadonlyMap<string, string> | undefined {
  const [first] = parts
  // Nearly every host is written out.
  if (parts.length === 1 && first?.type === 'literal') return host?.name === first.text ? noValues : undefined
  const starts = host && automaton.split(host.name, parts.length)
  if (starts === undefined) return undefined
  const values = new Map<string, string>()
  for (const [index, part] of parts.entries()) {
    if (part.type === 'literal') continue
    const value = host?.name.slice(starts[index], starts[index + 1]) ?? ''
    // Among its neighbours a constraint with look-ahead sees those, too, so it is asked again alone.
    if (part.constraint?.test(value) === false) return undefined
    if (part.name !== '_') values.set(part.name, value)
  }
  return values
}

const noValues: ReadonlyMap<string, string> = new Map()

/** Adds the host's variables to `values`; false when the host does not match. */
export function matchHost(
  matcher: HostMatcher,
  host: Host | undefined,
  values: Record<string, string>,
): boolean {
  const found = readHost(matcher, host)
  for (const [name, value] of found ?? []) values[name] = value
  return found !== undefined
}
