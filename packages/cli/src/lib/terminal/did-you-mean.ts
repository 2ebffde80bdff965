import { closest, distance } from 'fastest-levenshtein'

/** The hint for a misspelt name: `{ hint: 'did you mean show?' }`, or nothing where no name is near. */
export function didYouMean(
  name: string,
  names: readonly string[],
  show: (nearest: string) => string = (nearest): string => nearest,
): { readonly hint?: string } {
  const nearest = closest(name, names)
  return names.length > 0 && distance(name, nearest) <= 3 ? { hint: `did you mean ${show(nearest)}?` } : {}
}
