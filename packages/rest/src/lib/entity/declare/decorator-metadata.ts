import { ConfigurationException } from '@mvc-router/router-core'
import { getOrInsert } from '@mvc-router/router-core/tools'

/**
 * Standard decorators write to a metadata object, which subclasses inherit. Without `Symbol.metadata`, as in Node 20,
 * TypeScript writes no metadata. Other compilers then use `Symbol.for('Symbol.metadata')`, so this module does, too.
 */
if (Symbol.metadata === undefined) {
  Object.defineProperty(Symbol, 'metadata', { value: Symbol.for('Symbol.metadata') })
}

/** Returns the metadata of a class or its nearest ancestor. */
export function metadataOf(type: unknown): object | undefined {
  const metadata: unknown = typeof type === 'function' ? Reflect.get(type, Symbol.metadata) : undefined
  return typeof metadata === 'object' && metadata !== null ? metadata : undefined
}

/** Returns or creates the metadata object of exactly this class, for declarations without decorators. */
export function ownMetadataOf(type: object): object {
  const known = metadataOf(type)
  if (known !== undefined && Object.hasOwn(type, Symbol.metadata)) return known
  const value: object = Object.create(known ?? null)
  Object.defineProperty(type, Symbol.metadata, { value, configurable: true, writable: true })
  return value
}

/** @throws ConfigurationException for TypeScript's legacy decorators, and for compilers without decorator metadata */
export function standardContext<Context extends DecoratorContext>(context: Context | undefined): Context {
  if (typeof context === 'object' && typeof context.metadata === 'object') return context
  throw new ConfigurationException(
    'decorators',
    'These are standard decorators: turn "experimentalDecorators" off, or take a compiler that knows decorator metadata',
  )
}

type MemberContext = Exclude<DecoratorContext, ClassDecoratorContext>

/** Notes about members of classes. The notes of a class start as a copy of its parent's notes. */
export class MetadataKey<Note> {
  readonly #notes = new WeakMap<object, Map<string, Note>>()

  decorator(note: Note): (target: unknown, context: MemberContext) => void {
    return (_target, context) => {
      const { name, metadata } = standardContext(context)
      this.write(metadata).set(String(name), note)
    }
  }

  /** Returns the writable notes of a class. */
  write(metadata: object): Map<string, Note> {
    return getOrInsert(this.#notes, metadata, () => new Map(this.read(Object.getPrototypeOf(metadata))))
  }

  of(object: object): ReadonlyMap<string, Note> {
    return this.read(metadataOf(object.constructor))
  }

  /** Returns the notes of a metadata object or its nearest ancestor with notes. */
  read(metadata: unknown): ReadonlyMap<string, Note> {
    if (typeof metadata !== 'object' || metadata === null) return new Map()
    return this.#notes.get(metadata) ?? this.read(Object.getPrototypeOf(metadata))
  }
}
