import { distance } from 'fastest-levenshtein'

/** Whether a helper or a tag of this name is probably meant to be `route`: `rout`, `rotue`, `Route`. */
export function isMisspeltRoute(name: string): boolean {
  return name !== 'route' && name.length > 2 && distance(name.toLowerCase(), 'route') <= 2
}
