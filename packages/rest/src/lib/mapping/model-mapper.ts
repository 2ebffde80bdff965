import { ConfigurationException } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'
import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { entityOfPrototype } from '../entity/entity-of.js'
import { recordOf } from '../entity/record-of.js'
import { nestedValue, pathValue, propertyValue } from './source-values.js'

/** A source is a path such as `author.name`, or a function. `false` keeps the value in the target. */
export type PropertyMap<Source extends object, Target extends object> = {
  readonly [Name in keyof Target]?: string | false | ((source: Source) => Target[Name])
}

/** A class or an entity. */
export type Mappable<Value extends object> = Type<Value> | EntityDefinition<Value>

/**
 * Maps objects to objects of other classes, such as entities to transfer objects and back. Properties are mapped by
 * name. If the source has no such property, `addressCity` comes from `address.city`, and `address` from all properties
 * `address...`.
 *
 * ```ts
 * modelMapper.map(book, BookDto)
 * ```
 */
export class ModelMapper {
  /** The setters and relations of each target class. */
  readonly #settables = new WeakMap<object, readonly string[]>()
  /** By the prototype of the target, then by the prototype of the source. */
  readonly #propertyMaps = new WeakMap<object, Map<object, ReadonlyMap<string, unknown>>>()

  /** Declares where some properties get their values, if the mapped object has this class or a subclass. */
  addPropertyMap<Source extends object, Target extends object>(
    source: Mappable<Source>,
    target: Mappable<Target>,
    propertyMap: PropertyMap<Source, Target>,
  ): this {
    const properties = this.#propertiesOf(make(target))
    for (const property of Object.keys(propertyMap))
      if (!properties.includes(property))
        throw new ConfigurationException(
          'propertyMap',
          `${target.name} has no property "${property}" to map to`,
        )
    getOrInsert(this.#propertyMaps, classOf(target).prototype, () => new Map()).set(
      classOf(source).prototype,
      new Map(Object.entries(propertyMap)),
    )
    return this
  }

  /**
   * Maps a source to a new target. Values are copied unchanged. If a property of the new target contains an instance of
   * a class, this instance is filled.
   *
   * @throws ConfigurationException for a target that has no properties at run time.
   */
  map<Target extends object>(source: object, target: Mappable<Target>): Target {
    const mapped = make(target)
    if (this.#propertiesOf(mapped).length === 0)
      throw new ConfigurationException(
        'target',
        `${classOf(target).name} has no properties at run time: initialize its fields, at least with undefined`,
      )
    this.#fill(mapped, source, this.#propertyMapFor(source, mapped))
    return mapped
  }

  /** Maps each source to a new target. */
  mapAll<Target extends object>(sources: Iterable<object>, target: Mappable<Target>): Target[] {
    return Array.from(sources, (source) => this.map(source, target))
  }

  #fill(target: object, source: object, propertyMap: ReadonlyMap<string, unknown> | undefined): void {
    const record = recordOf(target)
    for (const property of this.#propertiesOf(target)) {
      const mapping = propertyMap?.get(property)
      if (mapping === false) continue
      const value = valueFor(source, property, mapping)
      const part: unknown = record[property]
      if (value !== null && this.#hasProperties(part)) this.#fillPart(part, source, property, value)
      else if (value !== undefined) record[property] = value
    }
  }

  /** Fills an inner object from the same property of the source, or from flattened properties. */
  #fillPart(part: object, source: object, property: string, value: unknown): void {
    if (typeof value === 'object' && value !== null)
      this.#fill(part, value, this.#propertyMapFor(value, part))
    else this.#fill(part, nestedValue(source, property) ?? {}, undefined)
  }

  /** True for an object of a class with properties. Bytes, sets, maps and dates are copied as values. */
  #hasProperties(part: unknown): part is object {
    if (typeof part !== 'object' || part === null) return false
    // The elements of a list, and of bytes, would count as properties.
    if (Array.isArray(part) || ArrayBuffer.isView(part)) return false
    return Object.getPrototypeOf(part) !== Object.prototype && this.#propertiesOf(part).length > 0
  }

  #propertiesOf(target: object): readonly string[] {
    const own = Object.keys(target)
    const prototype: object = Object.getPrototypeOf(target)
    const settable = getOrInsert(this.#settables, prototype, () => [
      ...settersOf(prototype),
      ...(entityOfPrototype(prototype)?.relations.map(({ name }) => name) ?? []),
    ])
    return settable.length === 0 ? own : Array.from(new Set([...own, ...settable]))
  }

  #propertyMapFor(source: object, target: object): ReadonlyMap<string, unknown> | undefined {
    const bySource = this.#propertyMaps.get(Object.getPrototypeOf(target))
    return bySource && nearestTo(source, bySource)
  }
}

/** The mapper of an application that needs only one. */
export const modelMapper: ModelMapper = new ModelMapper()

function classOf<Value extends object>(mappable: Mappable<Value>): Type<Value> {
  return typeof mappable === 'function' ? mappable : mappable.type
}

function make<Target extends object>(target: Mappable<Target>): Target {
  return typeof target === 'function' ? Reflect.construct(target, []) : target.create({})
}

/** Returns the setters of a class, without the setters of `Object.prototype` such as `__proto__`. */
function settersOf(prototype: object): readonly string[] {
  const parent: object | null = Object.getPrototypeOf(prototype)
  if (parent === null) return []
  const own = Object.entries(Object.getOwnPropertyDescriptors(prototype)).filter(
    ([, descriptor]) => typeof descriptor.set === 'function',
  )
  return [...own.map(([name]) => name), ...settersOf(parent)]
}

/** Returns the value for the object, or for its nearest prototype. */
function nearestTo<Value>(object: object | null, known: ReadonlyMap<object, Value>): Value | undefined {
  return object === null ? undefined : (known.get(object) ?? nearestTo(Object.getPrototypeOf(object), known))
}

function valueFor(source: object, property: string, mapping: unknown): unknown {
  if (typeof mapping === 'function') return Reflect.apply(mapping, undefined, [source])
  if (typeof mapping === 'string')
    return mapping.split('.').reduce<unknown>((value, name) => propertyValue(value, name), source)
  const value = propertyValue(source, property)
  if (value !== undefined) return value
  const inner = pathValue(source, property)
  return inner === undefined ? nestedValue(source, property) : inner
}
