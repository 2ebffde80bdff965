import { ConfigurationException, wrongOption } from './exceptions.js'
import { nearestHint, nearestNames } from './nearest-names.js'

/** Every option by its name. The compiler reports an option that is missing here. */
export type OptionNames<Options> = Readonly<Record<keyof Options, true>>

/**
 * Refuses options that do not exist. Without this check, a misspelt `allowedHost` would guard nothing, and programs in
 * JavaScript have no compiler that reports it.
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
  if (typeof given !== 'object' || given === null)
    throw wrongOption(caller, `expected options as an object, got ${given === null ? 'null' : typeof given}`)
  for (const name in options) {
    if (!Object.hasOwn(options, name) || Object.hasOwn(known, name)) continue
    const names = Object.keys(known)
    const hint = nearestHint(nearestNames(name, names)) ?? `the options are ${names.join(', ')}`
    throw new ConfigurationException(name, `${caller} has no option "${name.slice(0, 100)}"; ${hint}`)
  }
}

/** Only a router, a mapping, and the function of `mvcRouter` have the method `reverse`; options do not. */
function isRouter(given: unknown): boolean {
  return !Array.isArray(given) && typeof (given as { reverse?: unknown } | null)?.reverse === 'function'
}

/** The options but for some. */
export function withoutNames<Options extends object>(options: Options, names: object): Options {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => !Object.hasOwn(names, name)),
  ) as Options
}
