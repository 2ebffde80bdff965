import { ConfigurationException } from '@mvc-router/router-core'
import { wrongOption } from '@mvc-router/router-core/tools'

/**
 * Refuses a name that is none: who writes `cor` must not get a server without CORS, nor who writes `readonly` a field
 * that clients may write.
 *
 * @throws ConfigurationException
 */
export function checkOptionNames(owner: string, options: object | null, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null)
    throw wrongOption(
      owner,
      `expected options as an object, got ${options === null ? 'null' : typeof options}`,
    )
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new ConfigurationException(
      unknown,
      `${owner} has no option "${unknown}"; there are ${known.join(', ')}`,
    )
}

/** @throws ConfigurationException for a switch that is neither on nor off, such as `"false"` of the environment. */
export function checkSwitch(name: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw wrongOption(name, 'expected true or false')
}
