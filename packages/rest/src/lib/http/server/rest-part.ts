import type { BindingContext, ParameterBinding } from '@mvc-router/router-core/express'

/** A controller of the module itself, under the name that its route lines use. */
export interface RestPart {
  readonly name: string
  /** Lines of a route file, each with its line end. */
  readonly routes: string
  readonly controller: object
}

/** Gives an action of such a controller all that is known of its request. */
export const wholeContext: ParameterBinding<BindingContext> = {
  source: 'response',
  name: 'context',
  resolve: (context) => context,
}
