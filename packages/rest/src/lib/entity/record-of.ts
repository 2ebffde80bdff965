/** Types an entity as a record of its properties. */
export function recordOf(entity: object): Record<string, unknown> {
  return entity as Record<string, unknown>
}
