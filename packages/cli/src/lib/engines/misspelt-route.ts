import { nearestNames } from '@mvc-router/router-core/tools'

/** True for names that are probably misspelt: `rout`, `rotue`, `Route`. */
export function isMisspeltRoute(name: string): boolean {
  return name !== 'route' && name.length > 2 && nearestNames(name, ['route']).length > 0
}
