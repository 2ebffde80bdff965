/** Writes JSON that is the same for the same data, whatever the order of names. Big integers are texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, sorted) ?? ''
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}
