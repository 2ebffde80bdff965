import { recordOf } from '../entity/record-of.js'

/** Returns an own property of a source, or the value of a getter. Ignores `Object.prototype`. */
export function propertyValue(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined
  if (Object.hasOwn(source, name)) return recordOf(source)[name]
  for (
    let type: unknown = Object.getPrototypeOf(source);
    isClassPrototype(type);
    type = Object.getPrototypeOf(type)
  ) {
    const descriptor = Object.getOwnPropertyDescriptor(type, name)
    if (descriptor !== undefined)
      return typeof descriptor.get === 'function' ? recordOf(source)[name] : undefined
  }
  return undefined
}

/** Returns `address.city` for the name `addressCity`. The longest matching name wins at each step. */
export function pathValue(source: unknown, name: string): unknown {
  for (let end = name.length - 1; end > 0; end--) {
    if (!isUpperCase(name, end)) continue
    const inner = propertyValue(source, name.slice(0, end))
    if (typeof inner !== 'object' || inner === null) continue
    const rest = decapitalise(name.slice(end))
    const direct = propertyValue(inner, rest)
    const value = direct === undefined ? pathValue(inner, rest) : direct
    if (value !== undefined) return value
  }
  return undefined
}

/** Returns an object `address` with the values of `addressCity` and `addressStreet`. */
export function nestedValue(source: object, name: string): object | undefined {
  const parts = Object.entries(source).filter(
    ([property]) => property.startsWith(name) && isUpperCase(property, name.length),
  )
  if (parts.length === 0) return undefined
  return Object.fromEntries(
    parts.map(([property, value]) => [decapitalise(property.slice(name.length)), value]),
  )
}

function isClassPrototype(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value !== Object.prototype
}

function isUpperCase(text: string, index: number): boolean {
  const character = text.charAt(index)
  return character !== character.toLowerCase()
}

function decapitalise(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
