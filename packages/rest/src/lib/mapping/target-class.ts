import { ConfigurationException } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'
import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOfPrototype } from '../entity/entity-of.js'

/** A class that objects are mapped to. */
export interface TargetClass<Target extends object> {
  readonly name: string
  readonly prototype: object
  readonly properties: readonly string[]
  make(): Target
}

/** The classes that objects were mapped to, each looked at once. */
export class TargetClasses {
  readonly #properties = new WeakMap<object, readonly string[]>()

  /** @throws ConfigurationException for a class that shows no properties. */
  of<Target extends object>(target: Type<Target> | EntityDefinition<Target>): TargetClass<Target> {
    const type = typeof target === 'function' ? target : target.type
    const entity = entityOfPrototype(type.prototype)
    const make = (): Target =>
      typeof target === 'function' ? Reflect.construct(type, []) : target.create({})
    const properties = this.#propertiesOf(type.prototype, make)
    if (properties.length === 0)
      throw new ConfigurationException(
        'target',
        `${type.name} shows no properties: give them initial values, or undefined`,
      )
    return { name: entity?.name ?? type.name, prototype: type.prototype, properties, make }
  }

  /** The class of an object that a target begins with. */
  ofInstance(part: object): { readonly prototype: object; readonly properties: readonly string[] } {
    const prototype: object = Object.getPrototypeOf(part)
    return { prototype, properties: this.#propertiesOf(prototype, () => part) }
  }

  #propertiesOf(prototype: object, make: () => object): readonly string[] {
    return getOrInsert(this.#properties, prototype, () =>
      Array.from(new Set([...Object.keys(make()), ...settersOf(prototype), ...relationsOf(prototype)])),
    )
  }
}

/** Without those of the last prototype, which all objects have: `__proto__` is one. */
function settersOf(prototype: object): readonly string[] {
  const parent: object | null = Object.getPrototypeOf(prototype)
  if (parent === null) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([, descriptor]) => typeof descriptor.set === 'function',
  )
  return [...own.map(([name]) => name), ...settersOf(parent)]
}

function relationsOf(prototype: object): readonly string[] {
  return entityOfPrototype(prototype)?.relations.map(({ name }) => name) ?? []
}
