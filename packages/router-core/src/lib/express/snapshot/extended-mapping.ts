import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { Router } from '../../router.js'

/** What extensions and bindings ask of the mapping that a request went to; `RouterHandlerMapping` is one. */
export interface ExtendedMapping {
  readonly router: Router
  readonly controllers: ControllerRegistry
}
