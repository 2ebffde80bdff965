import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  httpRequest,
  httpResponse,
  Params,
  pathVariable,
  requestParam,
  type ParameterBinding,
} from '@mvc-router/router-core/express'
import type { EntityDefinition, Type } from '../../entity/entity-definition.js'
import { entityOf } from '../../entity/entity-of.js'
import { NotFoundException } from '../../exceptions/rest-exceptions.js'
import { isRestController } from '../actions/is-rest-controller.js'
import type { ResponseWriter } from '../response/response-writer.js'
import type { RestPart } from './rest-part.js'
import {
  type ConstraintMessages,
  predefinedMessages,
  validationModel,
} from '../validation/validation-model.js'

/** Which entities the validation endpoint describes, and in which languages. */
export interface ValidationOptions {
  /** Entities, or their classes, by the names that clients use; those of the generic controllers are there by theirs. */
  readonly models?: Readonly<Record<string, EntityDefinition | Type>>
  /** Languages beside English, French and German, or other words in these. */
  readonly messages?: Readonly<Record<string, ConstraintMessages>>
}

/** The validation endpoint: only registered models have an answer, no name is ever loaded. */
export function validationPart(
  { models = {}, messages = {} }: ValidationOptions,
  writer: ResponseWriter,
): RestPart {
  const known = new Map(Object.entries(models).map(([name, model]) => [name, entityOf(model)] as const))
  const languages = new Map<string, ConstraintMessages>(
    Object.entries({ ...predefinedMessages, ...messages }),
  )
  const english = languages.get('en')
  const show = Params(
    httpRequest<IncomingMessage>(),
    httpResponse<ServerResponse>(),
    entities,
    pathVariable('model'),
    requestParam('locale'),
  )((request, response, ofControllers, name, locale = 'en') => {
    const entity = known.get(name) ?? ofControllers().find((candidate) => candidate.name === name)
    const words = languages.get(locale) ?? languages.get(locale.split(/[-_]/, 1)[0] ?? '') ?? english
    if (entity === undefined || words === undefined) throw new NotFoundException('There is no such model')
    writer.write(request, response, validationModel(name, entity, words))
  })
  return {
    name: 'validationController',
    routes: 'GET /api/validation/{model}  validationController.show\n',
    controller: { show },
  }
}

/** The entities of the generic controllers, found when somebody asks for one. */
const entities: ParameterBinding<() => readonly EntityDefinition[]> = {
  source: 'request',
  name: 'entities',
  resolve:
    ({ mapping }) =>
    () =>
      Array.from(mapping.controllers.controllers.values())
        .filter(isRestController)
        .map(({ entity }) => entity),
}
