import { ConfigurationException } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'

/**
 * Standard decorators write to the metadata object of a class, which a subclass inherits. Node 20 has no
 * `Symbol.metadata`. Compilers use the symbol with this name there.
 */
if (Symbol.metadata === undefined) {
  Object.defineProperty(Symbol, 'metadata', { value: Symbol.for('Symbol.metadata') })
}

/** Returns the metadata of a class or its nearest ancestor, and `undefined` for any other value. */
export function metadataOf(type: unknown): object | undefined {
  const metadata: unknown = typeof type === 'function' ? Reflect.get(type, Symbol.metadata) : undefined
  return typeof metadata === 'object' && metadata !== null ? metadata : undefined
}

/**
 * Returns the metadata object of exactly this class, and creates it if necessary. For declarations without decorators.
 */
export function ownMetadataOf(type: object): object {
  const known = metadataOf(type)
  if (known !== undefined && Object.hasOwn(type, Symbol.metadata)) return known
  const value: object = Object.create(known ?? null)
  Object.defineProperty(type, Symbol.metadata, { value, configurable: true, writable: true })
  return value
}

/**
 * Checks at run time that a decorator was called as a standard decorator with metadata. TypeScript's older decorators, and
 * compilers without metadata, pass another context, which the types do not show.
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

/** A kind of notes in metadata objects. The notes of a class begin as a copy of its parent's notes. */
export class MetadataKey<Note> {
  readonly #notes = new WeakMap<object, Map<string, Note>>()

  /** Returns a decorator that writes a note for a property or a method. */
  decorator(note: Note): (target: unknown, context: MemberContext) => void {
    return (_target, context) => {
      const { name, metadata } = standardContext(context)
      this.write(metadata).set(String(name), note)
    }
  }

  /** Returns the own notes of a class, to write to them. */
  write(metadata: object): Map<string, Note> {
    return getOrInsert(this.#notes, metadata, () => new Map(this.read(Object.getPrototypeOf(metadata))))
  }

  /** Returns the notes of the class of an object. */
  of(object: object): ReadonlyMap<string, Note> {
    return this.read(metadataOf(object.constructor))
  }

  /** Returns the notes of a metadata object or its nearest ancestor with notes. */
  read(metadata: unknown): ReadonlyMap<string, Note> {
    if (typeof metadata !== 'object' || metadata === null) return new Map()
    return this.#notes.get(metadata) ?? this.read(Object.getPrototypeOf(metadata))
  }
}
