import type { ControllerRegistry } from '../../controllers/controller-registry.js'
import type { Router } from '../../router.js'

/** The part of a `RouterHandlerMapping` that extensions and bindings use. */
export interface ExtendedMapping {
  readonly router: Router
  readonly controllers: ControllerRegistry
}
