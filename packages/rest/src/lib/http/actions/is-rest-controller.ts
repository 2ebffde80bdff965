import type { RestController } from '../../controller/rest-controller.js'

/** Whether a controller is a generic one, with endpoints of its own. */
export function isRestController(controller: object): controller is RestController {
  return (
    'entity' in controller &&
    'methods' in controller &&
    'identifierOf' in controller &&
    typeof controller.identifierOf === 'function'
  )
}
