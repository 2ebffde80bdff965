/**
 * The same text, as the engine keeps the keys of objects: those it finds by their address, where it would have to look
 * another copy up, each time that a property is read or stored by it.
 */
export function toPropertyKey(name: string): string {
  return Object.keys({ [name]: true })[0] ?? name
}
