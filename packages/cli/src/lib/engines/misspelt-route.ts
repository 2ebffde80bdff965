import { distance } from 'fastest-levenshtein'

/** True for the name of a helper or tag that is probably meant to be `route`: `rout`, `rotue`, `Route`. */
export function isMisspeltRoute(name: string): boolean {
  return name !== 'route' && name.length > 2 && distance(name.toLowerCase(), 'route') <= 2
}
