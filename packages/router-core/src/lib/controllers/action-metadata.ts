/** The annotations above a method. */
export interface ActionMetadata {
  readonly parameters?: readonly DeclaredParameter[]
  readonly responseStatus?: number
  /** The name of the method's result in the model. A method with this annotation is not an action. */
  readonly modelAttribute?: string
}

/** A parameter of an action. `context` has the type that the declaring code expects. */
export interface DeclaredParameter {
  readonly source: string
  readonly name: string
  readonly resolve: (context: never) => unknown
}

/** A method of a controller, with unknown parameters and result. */
export type ActionMethod = (...args: never[]) => unknown

/** The key of the metadata on the method itself, so that another copy of the library can read it. */
const metadataKey = Symbol.for('@mvc-router/action')

type AnnotatedMethod = ActionMethod & { readonly [metadataKey]?: ActionMetadata }

const noMetadata: ActionMetadata = Object.freeze({})

export function actionMetadataOf(method: ActionMethod): ActionMetadata {
  return Object.hasOwn(method, metadataKey)
    ? ((method as AnnotatedMethod)[metadataKey] ?? noMetadata)
    : noMetadata
}

export function annotate(method: ActionMethod, metadata: ActionMetadata): void {
  Object.defineProperty(method, metadataKey, {
    value: { ...actionMetadataOf(method), ...metadata },
    configurable: true,
  })
}
