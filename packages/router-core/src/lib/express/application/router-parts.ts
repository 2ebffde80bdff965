import type { Middleware } from '../request/express-request.js'
import type { RouterHandlerMapping } from '../router-handler-mapping.js'
import type { RouterModelAttribute } from '../interceptors/router-model-attribute.js'

/** What a configuration makes, for an application that exists already. */
export interface RouterParts {
  readonly mapping: RouterHandlerMapping
  readonly modelAttribute: RouterModelAttribute
  /** Goes first: the model attribute, and the method override when it is configured. */
  readonly before: readonly Middleware[]
  /** The mapping, and 405 for what it has under other methods only. */
  readonly routes: readonly Middleware[]
}
