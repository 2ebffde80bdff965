import { isUrlHost, maxHostLength, parseHost, readHost, type HostMatcher } from '../matching/host-matcher.js'
import type { HostPattern } from '../syntax/pattern/route-pattern.js'
import { mismatch, refusal, type Rejection } from './write-variable.js'

/** `valueOf` returns the value of a variable. `{_}`, and a host of one variable, may come from the request's host. */
export function writeHost(
  pattern: HostPattern | undefined,
  host: HostMatcher,
  requestHost: string | undefined,
  valueOf: (name: string) => string | undefined,
): string | Rejection | undefined {
  if (pattern === undefined) return undefined
  const current = requestHost === undefined ? undefined : parseHost(requestHost)
  let text = ''
  for (const part of pattern.parts) {
    if (part.type === 'literal') {
      text += part.text
      continue
    }
    const { name, constraint } = part
    const value =
      name === '_'
        ? lastTwoLabels(current?.name)
        : (valueOf(name) ?? (pattern.parts.length === 1 ? current?.name : undefined))
    if (value === undefined)
      return refusal('E_REVERSE_MISSING_ARG', () => `the host argument "${name}" is missing`, name)
    if (constraint && !(value.length <= maxHostLength && constraint.test(value.toLowerCase())))
      return mismatch('host argument', name, constraint, value)
    text += value
  }
  const parsed = parseHost(text)
  const found = parsed && parsed.port === undefined ? readHost(host, parsed) : undefined
  const areSame = [...(found ?? [])].every(([name, value]) => {
    const given = valueOf(name)
    return given === undefined || value === given.toLowerCase()
  })
  if (found === undefined || !areSame || !isUrlHost(parsed?.name ?? '')) {
    const argument = host.parts.find((part) => part.type === 'variable')?.name
    return refusal('E_REVERSE_BAD_ARG', () => 'the host arguments do not form a valid host', argument)
  }
  return pattern.port === undefined ? text : `${text}:${pattern.port}`
}

function lastTwoLabels(host: string | undefined): string | undefined {
  return host?.split('.').slice(-2).join('.')
}
