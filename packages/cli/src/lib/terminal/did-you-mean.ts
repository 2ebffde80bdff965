import { closest, distance } from 'fastest-levenshtein'

/** The hint for a misspelt name: `{ hint: 'did you mean show?' }`, or nothing where no name is near. */
export function didYouMean(
  name: string,
  names: readonly string[],
  show: (nearest: string) => string = (nearest): string => nearest,
): { readonly hint?: string } {
  const nearest = closest(name, names)
  // A short name is near to any other short name.
  const limit = Math.min(3, Math.floor(name.length / 2))
  return names.length > 0 && distance(name, nearest) <= limit
    ? { hint: `did you mean ${show(nearest)}?` }
    : {}
}
