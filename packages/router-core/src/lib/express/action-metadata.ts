import type { ParameterBinding } from './parameter-binding.js'

/** What the annotations above a method say of it. */
export interface ActionMetadata {
  readonly bindings?: readonly ParameterBinding<unknown>[]
  readonly responseStatus?: number
  readonly modelAttribute?: string
  readonly requestMapping?: true
}

/** A method of a controller, of which nothing is known but that it can be called. */
export type ActionMethod = (...args: never[]) => unknown

/**
 * On the method itself, not in a table beside it: the library keeps no global state, and two copies of it in one
 * process understand each other.
 */
const metadataKey = Symbol.for('@mvc-router/action')

type AnnotatedMethod = ActionMethod & { readonly [metadataKey]?: ActionMetadata }

export function metadataOf(method: ActionMethod): ActionMetadata {
  return Object.hasOwn(method, metadataKey) ? ((method as AnnotatedMethod)[metadataKey] ?? {}) : {}
}

/** Adds to what the annotations say. */
export function annotate(method: ActionMethod, metadata: ActionMetadata): void {
  Object.defineProperty(method, metadataKey, { value: { ...metadataOf(method), ...metadata }, configurable: true })
}
