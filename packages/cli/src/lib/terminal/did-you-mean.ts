import { nearestNames } from '@mvc-router/router-core/tools'

/** Returns a hint for a misspelt name: `{ hint: 'did you mean show?' }`, or `{}` if no name is similar. */
export function didYouMean(
  name: string,
  names: readonly string[],
  show: (nearest: string) => string = (nearest): string => nearest,
): { readonly hint?: string } {
  const [nearest] = nearestNames(name, names)
  return nearest === undefined ? {} : { hint: `did you mean ${show(nearest)}?` }
}
