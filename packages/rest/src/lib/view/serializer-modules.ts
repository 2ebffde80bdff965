import { ConfigurationException } from '@mvc-router/router-core'
import { checkOptions } from '@mvc-router/router-core/tools'
import { wrongValue } from '../check-values.js'
import type { Type } from '../entity/entity-definition.js'
import { Envelope } from './json-view.js'

/** Writes and reads the values of one class. Views do not apply to the result of `serialize`. */
export interface SerializerModule<Value extends object = object> {
  readonly type: Type<Value>
  /** Returns the value that replaces the object. */
  serialize?(this: void, value: Value): unknown
  /** Converts a body to properties or to an instance. If it throws, the answer is 400. */
  deserialize?(this: void, body: unknown): unknown
}

/** A list of modules or module classes, a `SerializerModules`, or an object with a `sourceList`. */
export type ModuleSource = Iterable<ModuleOrClass> | { readonly sourceList: Iterable<ModuleOrClass> }

type ModuleOrClass = SerializerModule | (new () => SerializerModule)

/** Types a module by its class: `serializerModule({ type: Book, serialize: (book) => book.title })`. */
export function serializerModule<Value extends object>(module: SerializerModule<Value>): SerializerModule {
  return module
}

/** The predefined modules write times as ISO 8601, bytes as base64, sets as lists, and maps as objects. */
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

/** Every view shows the entries of a map, like the items of a list. */
@Envelope
class MapEntries {}

const predefinedSerializers: ReadonlySet<unknown> = new Set(
  predefinedModules.map(({ serialize }) => serialize),
)

/** True for predefined serializers. A view does not apply to the result of an application's own serializer. */
export function isCutByViews(serialize: SerializerModule['serialize']): boolean {
  return predefinedSerializers.has(serialize)
}

/** The predefined modules, and the modules of an application. The last module of a class wins. */
export class SerializerModules {
  readonly #modules = new Map<object, SerializerModule>()

  /** @throws ConfigurationException for a value without modules. */
  constructor(modules: ModuleSource = []) {
    for (const predefined of predefinedModules) this.add(predefined)
    for (const added of listOf(modules)) this.add(typeof added === 'function' ? new added() : added)
  }

  /** @throws ConfigurationException for a module without a class, or without a function. */
  add<Value extends object>(module: SerializerModule<Value>): this {
    // A module that is an instance of a class may have other properties.
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

  /** All modules. The predefined modules come first. */
  get sourceList(): readonly SerializerModule[] {
    return Array.from(this.#modules.values())
  }

  /** Returns the module of the class with this prototype, or of its nearest ancestor. */
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
