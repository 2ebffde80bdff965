import type { BindingContext, ParameterBinding } from '@mvc-router/router-core/express'

/** A controller that the module itself adds. Its lines use `name`. */
export interface RestPart {
  readonly name: string
  /** Lines of a route file, each with its line end. */
  readonly routes: string
  readonly controller: object
}

/** Binds a parameter of an action to the whole context of its request. */
export const wholeContext: ParameterBinding<BindingContext> = {
  source: 'response',
  name: 'context',
  resolve: (context) => context,
}
