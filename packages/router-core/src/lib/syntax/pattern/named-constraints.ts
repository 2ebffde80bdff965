/** The named constraints of route files, as in `{<${uuid}>id}` (docs/route-file.md, Constraints by name). */
export const namedConstraints: ReadonlyMap<string, string> = new Map([
  ['uuid', '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'],
  ['integer', '[0-9]+'],
  ['slug', '[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*'],
  ['date', '[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])'],
  ['locale', '[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?'],
  ['hex', '[0-9A-Fa-f]+'],
])

/** Replaces each `${name}` in a constraint by its regular expression. */
export function toRegularExpression(written: string): string {
  return written.replace(/\$\{(\w+)\}/g, (found, name: string) => {
    const source = namedConstraints.get(name)
    if (source === undefined) return found
    return found === written ? source : `(?:${source})`
  })
}
