/** Returns the copy of the text that V8 uses as a property key. V8 must look up every other copy at each access. */
export function toPropertyKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}
