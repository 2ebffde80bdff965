/** The annotations above a method. */
export interface ActionMetadata {
  readonly parameters?: readonly DeclaredParameter[]
  readonly responseStatus?: number
  /** The model has the method's result under this name. Such a method is not an action. */
  readonly modelAttribute?: string
}

/** A parameter of an action. Only the code that declared it can read its source. */
export interface DeclaredParameter {
  readonly source: string
  readonly name: string
  readonly resolve: (context: never) => unknown
}

/** A method of a controller. Its parameters and its result are not known. */
export type ActionMethod = (...args: never[]) => unknown

/**
 * The key of the metadata on the method itself. A table would be global state, and another copy of the library in the
 * same process could not read it.
 */
const metadataKey = Symbol.for('@mvc-router/action')

type AnnotatedMethod = ActionMethod & { readonly [metadataKey]?: ActionMetadata }

const noMetadata: ActionMetadata = Object.freeze({})

export function actionMetadataOf(method: ActionMethod): ActionMetadata {
  return Object.hasOwn(method, metadataKey)
    ? ((method as AnnotatedMethod)[metadataKey] ?? noMetadata)
    : noMetadata
}

/** Adds to the metadata of the method. */
export function annotate(method: ActionMethod, metadata: ActionMetadata): void {
  Object.defineProperty(method, metadataKey, {
    value: { ...actionMetadataOf(method), ...metadata },
    configurable: true,
  })
}
