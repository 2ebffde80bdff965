import { ConfigurationException } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'
import type { EntityDefinition, Type } from '../entity/entity-definition.js'
import { recordOf } from '../entity/record-of.js'
import { nestedValue, pathValue, propertyValue } from './source-values.js'
import { TargetClasses } from './target-class.js'

/**
 * Where the properties of a target come from, for those that do not come by name: a path such as `author.name`, a
 * function of the source, or `false` for a property that stays as the target has it.
 */
export type PropertyMap<Source extends object, Target extends object> = {
  readonly [Name in keyof Target]?: string | false | ((source: Source) => Target[Name])
}

/** A class, or the entity that has one. */
export type Mappable<Value extends object> = Type<Value> | EntityDefinition<Value>

/**
 * Maps objects to objects of other classes, such as entities to transfer objects and back. By name; where the source
 * has no such property, `addressCity` comes from `address.city`, and `address` from all `address...` together.
 *
 * ```ts
 * modelMapper.map(book, BookDto)
 * ```
 */
export class ModelMapper {
  readonly #targets = new TargetClasses()
  /** By the prototype of the target, then of the source. */
  readonly #propertyMaps = new WeakMap<object, Map<object, ReadonlyMap<string, unknown>>>()

  /** Says where some properties of a target come from when the source is of this class, or of one that extends it. */
  addPropertyMap<Source extends object, Target extends object>(
    source: Mappable<Source>,
    target: Mappable<Target>,
    propertyMap: PropertyMap<Source, Target>,
  ): this {
    const { name, properties, prototype } = this.#targets.of(target)
    for (const property of Object.keys(propertyMap))
      if (!properties.includes(property))
        throw new ConfigurationException('propertyMap', `${name} has no property "${property}" to map to`)
    getOrInsert(this.#propertyMaps, prototype, () => new Map()).set(
      typeof source === 'function' ? source.prototype : source.type.prototype,
      new Map(Object.entries(propertyMap)),
    )
    return this
  }

  /**
   * Makes a target of a source. Values are taken as they are, except where the target begins with an object of a class
   * of its own: that is mapped too.
   *
   * @throws ConfigurationException for a target that shows no properties.
   */
  map<Target extends object>(source: object, target: Mappable<Target>): Target {
    const targetClass = this.#targets.of(target)
    const mapped = targetClass.make()
    this.#fill(mapped, source, targetClass.properties, this.#propertyMapFor(source, targetClass.prototype))
    return mapped
  }

  /** Makes a target of each source. */
  mapAll<Target extends object>(sources: Iterable<object>, target: Mappable<Target>): Target[] {
    return Array.from(sources, (source) => this.map(source, target))
  }

  #fill(
    target: object,
    source: object,
    properties: readonly string[],
    propertyMap: ReadonlyMap<string, unknown> | undefined,
  ): void {
    const record = recordOf(target)
    for (const property of properties) {
      const mapping = propertyMap?.get(property)
      if (mapping === false) continue
      const value = valueFor(source, property, mapping)
      const part: unknown = record[property]
      if (value !== null && this.#hasProperties(part)) this.#fillPart(part, source, property, value)
      else if (value !== undefined) record[property] = value
    }
  }

  /** True for an object with a class of its own; sets, maps and bytes show no properties and are values. */
  #hasProperties(part: unknown): part is object {
    return isOfOwnClass(part) && this.#targets.ofInstance(part).properties.length > 0
  }

  /** A part of the target is filled from the object that the source has there, else from its flattened properties. */
  #fillPart(part: object, source: object, property: string, value: unknown): void {
    const { properties, prototype } = this.#targets.ofInstance(part)
    if (typeof value === 'object' && value !== null)
      this.#fill(part, value, properties, this.#propertyMapFor(value, prototype))
    else this.#fill(part, nestedValue(source, property) ?? {}, properties, undefined)
  }

  #propertyMapFor(source: object, target: object): ReadonlyMap<string, unknown> | undefined {
    const bySource = this.#propertyMaps.get(target)
    return bySource && nearestTo(source, bySource)
  }
}

/** The mapper of an application that needs only one. */
export const modelMapper: ModelMapper = new ModelMapper()

/** Returns the value for the object itself, or for its nearest class. */
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

function isOfOwnClass(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Date)
    return false
  return Object.getPrototypeOf(value) !== Object.prototype
}
