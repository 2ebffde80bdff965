import { ConfigurationException } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'

/**
 * Where decorators leave what they know. Standard decorators write to the metadata object of the class, which a
 * class inherits from its parent; Node 20 lacks the symbol, and compilers ask for it by this name.
 */
if (Symbol.metadata === undefined) {
  Object.defineProperty(Symbol, 'metadata', { value: Symbol.for('Symbol.metadata') })
}

/** The metadata that decorators wrote for exactly this class or the nearest ancestor; what has no class has none. */
export function metadataOf(type: unknown): object | undefined {
  const metadata: unknown = typeof type === 'function' ? Reflect.get(type, Symbol.metadata) : undefined
  return typeof metadata === 'object' && metadata !== null ? metadata : undefined
}

/** The metadata object of exactly this class, for what is said without decorators; made where there is none. */
export function ownMetadataOf(type: object): object {
  const known = metadataOf(type)
  if (known !== undefined && Object.hasOwn(type, Symbol.metadata)) return known
  const value: object = Object.create(known ?? null)
  Object.defineProperty(type, Symbol.metadata, { value, configurable: true, writable: true })
  return value
}

/**
 * The context that standard decorators get. The older decorators of TypeScript get another one, and so do those of compilers
 * without metadata; types do not show it, so it is looked at.
 *
 * @throws ConfigurationException
 */
export function standardContext<Context extends DecoratorContext>(context: Context | undefined): Context {
  if (typeof context === 'object' && typeof context.metadata === 'object') return context
  throw new ConfigurationException(
    'decorators',
    'These are standard decorators: turn "experimentalDecorators" off, or take a compiler that knows decorator metadata',
  )
}

/** The context of a decorator of a property or a method. */
type MemberContext = Exclude<DecoratorContext, ClassDecoratorContext>

/** A kind of note in a metadata object: its own map, which begins as a copy of the parent's. */
export class MetadataKey<Note> {
  readonly #notes = new WeakMap<object, Map<string, Note>>()

  /** A decorator that writes the note of a property or a method. */
  decorator(note: Note): (target: unknown, context: MemberContext) => void {
    return (_target, context) => {
      const { name, metadata } = standardContext(context)
      this.write(metadata).set(String(name), note)
    }
  }

  /** The notes of a class under construction, to write to. */
  write(metadata: object): Map<string, Note> {
    return getOrInsert(this.#notes, metadata, () => new Map(this.read(Object.getPrototypeOf(metadata))))
  }

  /** The notes of the class of an object. */
  of(object: object): ReadonlyMap<string, Note> {
    return this.read(metadataOf(object.constructor))
  }

  /** The notes of a metadata object or its nearest ancestor that has some. */
  read(metadata: unknown): ReadonlyMap<string, Note> {
    if (typeof metadata !== 'object' || metadata === null) return new Map()
    return this.#notes.get(metadata) ?? this.read(Object.getPrototypeOf(metadata))
  }
}
