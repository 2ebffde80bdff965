import { ConfigurationException } from '@mvc-router/router-core'
import { restMethods } from '../../controller/rest-controller.js'
import { viewedMethods } from '../../view/json-view.js'
import { isRestController } from '../actions/is-rest-controller.js'
import { answeredMethods } from '../openapi/answer-schemas.js'

/**
 * A view of a method that there is not would leave the one that was meant without any, and so would an answer.
 *
 * @throws ConfigurationException
 */
export function checkNamedMethods(controller: object): void {
  const known: readonly string[] = isRestController(controller) ? restMethods : []
  const isMethod = (name: string): boolean =>
    known.includes(name) || typeof Reflect.get(controller, name) === 'function'
  for (const name of viewedMethods(controller))
    if (!isMethod(name))
      throw new ConfigurationException('JsonView', `A view is activated for "${name}", which is no method`)
  for (const name of answeredMethods(controller))
    if (!isMethod(name))
      throw new ConfigurationException(
        'Answers',
        `It is said what "${name}" answers with, and there is no such method`,
      )
}
