/** An entity seen as its properties by name; the same object. */
export function recordOf(entity: object): Record<string, unknown> {
  return entity as Record<string, unknown>
}
