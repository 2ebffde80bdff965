type Manifest = Readonly<Record<string, unknown>>

/** Merges two `package.json` texts, and sorts dependencies by name, as npm does. */
export function mergeManifests(earlier: string, later: string): string {
  const merged = merge(JSON.parse(earlier) as Manifest, JSON.parse(later) as Manifest)
  return `${JSON.stringify(merged, null, 2)}\n`
}

function merge(earlier: Manifest, later: Manifest): Manifest {
  const merged = Object.entries(later).map(([key, value]): [string, unknown] => {
    const before = earlier[key]
    if (!isManifest(before) || !isManifest(value)) return [key, value]
    const both = merge(before, value)
    return [key, /dependencies$/i.test(key) ? sorted(both) : both]
  })
  return { ...earlier, ...Object.fromEntries(merged) }
}

function sorted(manifest: Manifest): Manifest {
  return Object.fromEntries(Object.entries(manifest).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
