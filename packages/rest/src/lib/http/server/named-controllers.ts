import { ConfigurationException } from '@mvc-router/router-core'
import { lowerFirst } from '@mvc-router/router-core/tools'

/**
 * Controllers by name.
 *
 * @throws ConfigurationException for what is no controller, a list with an anonymous class or a name twice.
 */
export function namedControllers(
  controllers: Readonly<Record<string, object>> | readonly object[] = {},
): ReadonlyMap<string, object> {
  for (const [name, controller] of Object.entries<unknown>(controllers))
    if (typeof controller !== 'object' || controller === null)
      throw new ConfigurationException(
        'controllers',
        `The controller "${name}": expected an object made with "new", got ${typeof controller}`,
      )
  if (!Array.isArray(controllers)) return new Map(Object.entries(controllers))
  const named = new Map<string, object>()
  for (const controller of controllers) {
    const name = lowerFirst(controller.constructor.name)
    if (name === '' || name === 'object' || named.has(name)) {
      throw new ConfigurationException(
        'controllers',
        `Give the controllers by name: "${name}" is no name for one, or names two`,
      )
    }
    named.set(name, controller)
  }
  return named
}
