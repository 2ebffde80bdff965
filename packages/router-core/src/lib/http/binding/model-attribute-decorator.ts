import { annotate, type ActionMethod } from '../../controllers/action-metadata.js'
import { checkAttributeName } from '../../templates/check-attribute-name.js'

/**
 * Marks a method that runs before every action of its controller, and is not an action itself. The model has the result
 * under `name`, by default the name of the method. The method takes `@Params`, or `(request, response)`.
 */
export function ModelAttribute(
  name?: string,
): <Method extends ActionMethod>(method: Method, context?: ClassMethodDecoratorContext) => Method {
  return (method, context) => {
    const modelAttribute = name ?? String(context?.name ?? method.name)
    checkAttributeName('ModelAttribute', modelAttribute)
    annotate(method, { modelAttribute })
    return method
  }
}
