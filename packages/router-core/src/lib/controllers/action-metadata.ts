/** The annotations above a method. */
export interface ActionMetadata {
  readonly parameters?: readonly DeclaredParameter[]
  readonly responseStatus?: number
  /** The name in the model of what the method returns. Such a method is no action. */
  readonly modelAttribute?: string
}

/** A parameter of an action; only the host framework knows what it is resolved from. */
export interface DeclaredParameter {
  readonly source: string
  readonly name: string
  readonly resolve: (context: never) => unknown
}

/** A method of a controller, of which nothing is known but that it can be called. */
export type ActionMethod = (...args: never[]) => unknown

/**
 * On the method itself, not in a table beside it: the library keeps no global state, and two copies of it in one
 * process understand each other.
 */
const metadataKey = Symbol.for('@mvc-router/action')

type AnnotatedMethod = ActionMethod & { readonly [metadataKey]?: ActionMetadata }

const noMetadata: ActionMetadata = Object.freeze({})

export function actionMetadataOf(method: ActionMethod): ActionMetadata {
  return Object.hasOwn(method, metadataKey)
    ? ((method as AnnotatedMethod)[metadataKey] ?? noMetadata)
    : noMetadata
}

/** Adds to what the annotations say. */
export function annotate(method: ActionMethod, metadata: ActionMetadata): void {
  Object.defineProperty(method, metadataKey, {
    value: { ...actionMetadataOf(method), ...metadata },
    configurable: true,
  })
}
