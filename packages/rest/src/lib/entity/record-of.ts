export function recordOf(entity: object): Record<string, unknown> {
  return entity as Record<string, unknown>
}
