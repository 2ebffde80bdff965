import type { BindingContext, ParameterBinding } from '@mvc-router/router-core/express'

/** A controller that the module itself adds. */
export interface RestPart {
  readonly name: string
  /** Lines of a route file. Each has a line end. */
  readonly routes: string
  readonly controller: object
}

export const wholeContext: ParameterBinding<BindingContext> = {
  source: 'response',
  name: 'context',
  resolve: (context) => context,
}
