/**
 * Returns the engine's own copy of the text, as it stores the keys of objects. V8 finds a property by the address of
 * this copy. It must look up any other copy with each access.
 */
export function toPropertyKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}
