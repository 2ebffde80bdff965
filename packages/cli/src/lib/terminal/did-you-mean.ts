import { nearestNames } from '@mvc-router/router-core/tools'

/** The hint for a misspelt name: `{ hint: 'did you mean show?' }`, or nothing where no name is near. */
export function didYouMean(
  name: string,
  names: readonly string[],
  show: (nearest: string) => string = (nearest): string => nearest,
): { readonly hint?: string } {
  const [nearest] = nearestNames(name, names)
  return nearest === undefined ? {} : { hint: `did you mean ${show(nearest)}?` }
}
