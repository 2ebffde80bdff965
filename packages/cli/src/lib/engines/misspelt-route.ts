import { nearestNames } from '@mvc-router/router-core/tools'

/** True for the name of a helper or tag that is probably meant to be `route`: `rout`, `rotue`, `Route`. */
export function isMisspeltRoute(name: string): boolean {
  return name !== 'route' && name.length > 2 && nearestNames(name, ['route']).length > 0
}
