import { wrongOption } from '../exceptions.js'

/** Names with a special meaning for Express, for template engines or for JavaScript. */
const reserved: ReadonlySet<string> = new Set([
  'settings',
  'cache',
  '_locals',
  'locals',
  '__proto__',
  'constructor',
  'prototype',
])

/** @throws ConfigurationException for a name under which a template could not find the attribute */
export function checkAttributeName(option: string, name: unknown): asserts name is string {
  if (typeof name !== 'string' || !/^[A-Za-z_$][\w$]*$/.test(name)) {
    throw wrongOption(option, `expected an identifier, such as "route"`)
  }
  if (reserved.has(name)) throw wrongOption(option, `"${name}" is a reserved name`)
}
