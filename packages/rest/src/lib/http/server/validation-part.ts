import { Params, pathVariable, requestParam } from '@mvc-router/router-core/express'
import { checkOptions } from '@mvc-router/router-core/tools'
import type { EntityDefinition, ModelDefinition, Type } from '../../entity/entity-definition.js'
import { entityOf } from '../../entity/entity-of.js'
import { NotFoundException } from '../../exceptions/rest-exceptions.js'
import type { ResponseWriter } from '../response/response-writer.js'
import { type RestPart, wholeContext } from './rest-part.js'
import {
  type ConstraintMessages,
  constraintTypes,
  predefinedMessages,
} from '../validation/constraint-messages.js'
import { validationModel } from '../validation/validation-model.js'
import { isRestController } from '../../controller/rest-controller.js'

/** Options of the validation endpoint. */
export interface ValidationOptions {
  /** Additional entities, classes or models by name. Entities of generic controllers, and their models, are known. */
  readonly models?: Readonly<Record<string, EntityDefinition | ModelDefinition | Type>>
  /** Messages by language. English, French and German are predefined, and can be replaced. */
  readonly messages?: Readonly<Record<string, ConstraintMessages>>
}

/** Adds `GET /api/validation/{model}`. A name from a client only selects a known model, and never loads a module. */
export function validationPart(options: ValidationOptions, writer: ResponseWriter): RestPart {
  checkOptions('validation', options, { models: true, messages: true })
  const { models = {}, messages = {} } = options
  const known = new Map(
    Object.entries(models).map(
      ([name, model]) => [name, typeof model === 'function' ? entityOf(model) : model] as const,
    ),
  )
  const languages = new Map(Object.entries<Required<ConstraintMessages>>(predefinedMessages))
  for (const [language, words] of Object.entries(messages)) {
    checkOptions(`validation.messages.${language}`, words, constraintTypes)
    languages.set(language, { ...(languages.get(language) ?? predefinedMessages.en), ...words })
  }
  const english = languages.get('en')
  const names = new Map(Array.from(known, ([name, model]) => [model, name]))
  const nameOf = (model: ModelDefinition): string => names.get(model) ?? model.name
  const show = Params(
    wholeContext,
    pathVariable('model'),
    requestParam('locale'),
  )(({ request, response, mapping }, name, locale = 'en') => {
    const controllers = Array.from(mapping.controllers.controllers.values()).filter(isRestController)
    const ofControllers = controllers.map(({ entity }) => entity)
    const model = known.get(name) ?? findModel([...ofControllers, ...known.values()], name)
    const words = languages.get(locale) ?? languages.get(locale.split(/[-_]/, 1)[0] ?? '') ?? english
    if (model === undefined || words === undefined) throw new NotFoundException('There is no such model')
    writer.write(request, response, validationModel(name, model, words, nameOf))
  })
  return {
    name: 'validationController',
    routes: 'GET /api/validation/{model}  validationController.show\n',
    controller: { show },
  }
}

/** Finds an entity, or a model at any depth. */
function findModel(
  models: readonly (EntityDefinition | ModelDefinition)[],
  name: string,
): EntityDefinition | ModelDefinition | undefined {
  const found = models.find((model) => model.name === name)
  if (found !== undefined || models.length === 0) return found
  const nested = models.flatMap(({ fields }) =>
    fields.flatMap(({ model }) => (model === undefined ? [] : [model])),
  )
  // A model in two fields is visited once. Otherwise each level would double the work.
  return findModel(Array.from(new Set(nested)), name)
}
