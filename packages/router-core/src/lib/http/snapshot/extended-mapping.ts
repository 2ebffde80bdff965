import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { Router } from '../../router.js'

/** A mapping as extensions and bindings see it; `RouterHandlerMapping` is one. */
export interface ExtendedMapping {
  readonly router: Router
  readonly controllers: ControllerRegistry
}
