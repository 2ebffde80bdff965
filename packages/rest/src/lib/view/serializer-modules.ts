import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { wrongValue } from '../check-values.js'
import type { Type } from '../entity/entity-definition.js'
import { Envelope } from './json-view.js'

/** How the values of one class are written, and how a body becomes one. The class's own serializer wins over views. */
export interface SerializerModule<Value extends object = object> {
  readonly type: Type<Value>
  /** Gives anything that can be written in place of the value. */
  serialize?(this: void, value: Value): unknown
  /** Gives the properties, or an instance, for what a body says; what it throws answers 400. */
  deserialize?(this: void, body: unknown): unknown
}

/** Modules, or classes of modules, as a list; or a `SerializerModules`, or anything with such a list as `sourceList`. */
export type ModuleSource = Iterable<ModuleOrClass> | { readonly sourceList: Iterable<ModuleOrClass> }

type ModuleOrClass = SerializerModule | (new () => SerializerModule)

/** A module in the types of its class: `serializerModule({ type: Book, serialize: (book) => book.title })`. */
export function serializerModule<Value extends object>(module: SerializerModule<Value>): SerializerModule {
  return module
}

/** Day and time as ISO 8601, bytes as base64, sets as lists, maps as objects. */
export const predefinedModules: readonly SerializerModule[] = [
  serializerModule({
    type: Date,
    serialize: (date) => (Number.isNaN(date.getTime()) ? null : date.toISOString()),
  }),
  serializerModule({ type: Uint8Array, serialize: (bytes) => Buffer.from(bytes).toString('base64') }),
  serializerModule({ type: Set, serialize: (set) => Array.from(set) }),
  serializerModule({
    type: Map,
    serialize: (map) => Object.setPrototypeOf(Object.fromEntries(map), MapEntries.prototype) as object,
  }),
]

/** The entries of a map are written in every view, as the items of a list are. */
@Envelope
class MapEntries {}

const predefinedSerializers: ReadonlySet<unknown> = new Set(
  predefinedModules.map(({ serialize }) => serialize),
)

/** True if a view still cuts the serializer's result: that of an application's own serializer is meant to be written. */
export function isCutByViews(serialize: SerializerModule['serialize']): boolean {
  return predefinedSerializers.has(serialize)
}

/** The modules of an application: the predefined ones and those added, of which the latest of a class counts. */
export class SerializerModules {
  readonly #modules = new Map<object, SerializerModule>()

  /** @throws ConfigurationException for what gives no modules. */
  constructor(modules: ModuleSource = []) {
    for (const predefined of predefinedModules) this.add(predefined)
    for (const added of listOf(modules)) this.add(typeof added === 'function' ? new added() : added)
  }

  /** @throws ConfigurationException for a module that has no class, or neither function. */
  add<Value extends object>(module: SerializerModule<Value>): this {
    // A module of a class may have more of its own.
    if (typeof module === 'object' && Object.getPrototypeOf(module) === Object.prototype)
      checkOptions('A module', module, { type: true, serialize: true, deserialize: true })
    const { type, serialize, deserialize } = module
    if (typeof type !== 'function')
      throw new ConfigurationException('modules', 'A module needs the class that it is for')
    if (serialize === undefined && deserialize === undefined)
      throw new ConfigurationException(
        'modules',
        `The module for ${type.name} needs serialize or deserialize`,
      )
    this.#modules.delete(type.prototype)
    this.#modules.set(type.prototype, {
      type,
      ...(serialize && { serialize }),
      ...(deserialize && { deserialize }),
    })
    return this
  }

  /** All modules, the predefined ones first. */
  get sourceList(): readonly SerializerModule[] {
    return Array.from(this.#modules.values())
  }

  /** The module of the class, or of its nearest ancestor, that has this prototype. */
  find(prototype: object | null, capability: 'serialize' | 'deserialize'): SerializerModule | undefined {
    if (prototype === null) return undefined
    const found = this.#modules.get(prototype)
    return found?.[capability] === undefined ? this.find(Object.getPrototypeOf(prototype), capability) : found
  }
}

function listOf(modules: ModuleSource): Iterable<ModuleOrClass> {
  const list: unknown =
    typeof modules === 'object' && modules !== null && 'sourceList' in modules ? modules.sourceList : modules
  if (typeof list === 'object' && list !== null && Symbol.iterator in list)
    return list as Iterable<ModuleOrClass>
  throw wrongValue('modules', 'a list of modules, a SerializerModules, or { sourceList: [...] }', modules)
}
