/** Writes the same JSON for the same data, because names are sorted. A bigint becomes a text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sorted) ?? ''
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
