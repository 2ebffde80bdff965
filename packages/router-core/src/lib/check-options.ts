import { ConfigurationException, wrongOption } from './exceptions.js'
import { isPromise } from './is-object.js'
import { nearestHint, nearestNames } from './nearest-names.js'

/** The names of all options. The compiler reports a missing name. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true | OptionRule>>

/** A test for an option's value, and the accepted values in words. */
export type OptionRule = readonly [isMeant: (value: unknown) => boolean, expected: string]

export const flag: OptionRule = [(value) => typeof value === 'boolean', 'true or false']

export function oneOf(...values: readonly unknown[]): OptionRule {
  const shown = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return [(value) => values.includes(value), `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`]
}

/**
 * Refuses unknown options and wrong values. In JavaScript, a misspelt `allowedHost` would leave hosts unchecked.
 *
 * @param caller the function or class that takes the options
 * @throws ConfigurationException
 */
export function checkOptions<Options extends object>(
  caller: string,
  options: Options,
  known: OptionNames<Options>,
): void {
  const given: unknown = options
  const routerOption = ['router', 'mapping'].find((name) => Object.hasOwn(known, name))
  if (routerOption !== undefined && isRouter(given))
    throw new ConfigurationException(
      routerOption,
      `${caller} takes options, and got a router; write ${caller}({ ${routerOption} })`,
    )
  refusePromise(caller, 'options as an object', given)
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    const got = given === null ? 'null' : Array.isArray(given) ? 'a list' : typeof given
    throw wrongOption(caller, `expected options as an object, got ${got}`)
  }
  for (const name in options) {
    if (!Object.hasOwn(options, name)) continue
    const value: unknown = options[name]
    refusePromise(name, 'a value', value)
    if (Object.hasOwn(known, name)) {
      const rule = known[name]
      if (rule !== true && value !== undefined && !rule[0](value))
        throw wrongOption(name, `expected ${rule[1]}`)
      continue
    }
    const names = Object.keys(known)
    const hint = nearestHint(nearestNames(name, names)) ?? `the options are ${names.join(', ')}`
    throw new ConfigurationException(name, `${caller} has no option "${name.slice(0, 100)}"; ${hint}`)
  }
}

/**
 * Refuses a promise, which would otherwise count as an object without options.
 *
 * @throws ConfigurationException
 */
export function refusePromise(option: string, expected: string, value: unknown): void {
  if (!isPromise(value)) return
  // Nobody awaits the promise, and a rejection would end the process.
  value.then(undefined, () => undefined)
  throw wrongOption(option, `expected ${expected}, got a promise`)
}

/** Routers, mappings and the function that `mvcRouter` returns have a method `reverse`. Options do not. */
function isRouter(given: unknown): boolean {
  return !Array.isArray(given) && typeof (given as { reverse?: unknown } | null)?.reverse === 'function'
}

/** Removes the options that are properties of `names`. */
export function withoutNames<Options extends object>(options: Options, names: object): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !Object.hasOwn(names, name)),
  ) as Options
}
