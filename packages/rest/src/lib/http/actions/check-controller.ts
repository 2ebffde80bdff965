import { ConfigurationException } from '@mvc-router/router-core'
import { refusePromise } from '@mvc-router/router-core/tools'
import { checkCount, checkSwitch, wrongValue } from '../../check-values.js'
import { listParameters } from '../../controller/list/list-request.js'
import type { RestController } from '../../controller/rest-controller.js'
import { type RestMethod, restMethods } from '../../controller/rest-method.js'
import type { EntityDefinition } from '../../entity/entity-definition.js'
import type { ViewType } from '../../entity/view-type.js'
import { isDictionary, operatorsOf, typeOf } from '../../repository/condition.js'
import { shownProperties } from '../../view/shown-properties.js'

/** Booleans only, because the text `"false"` of an environment variable would mean true. */
const switches = ['deleteAll', 'requireIfMatch'] as const
const limits = ['defaultSize', 'maxSize', 'maxUnpaged', 'maxIds'] as const

/** @throws ConfigurationException for a wrong setting of a generic controller */
export function checkController(
  controller: RestController,
  endpoints: readonly RestMethod[],
  views: ReadonlyMap<RestMethod, ViewType>,
): void {
  for (const limit of limits) checkCount(limit, controller[limit])
  for (const name of switches) checkSwitch(name, controller[name])
  for (const name of ['requires', 'filters', 'nested'] as const) {
    const declared: unknown = controller[name]
    refusePromise(name, 'an object', declared)
    if (!isDictionary(declared)) throw wrongValue(name, 'an object', declared)
  }
  const totals: unknown = controller.totals
  if (totals !== 'exact' && totals !== 'none') throw wrongValue('totals', '"exact" or "none"', totals)
  checkFilters(controller)
  checkRequirements(controller)
  checkIgnored(controller)
  checkWriteViews(controller, endpoints, views)
}

function checkFilters({ entity, filters }: RestController): void {
  for (const [property, operators] of Object.entries<unknown>(filters)) {
    const type = typeOf(entity, property)
    if (type === undefined)
      throw new ConfigurationException('filters', `The filter "${property}" is not a field of ${entity.name}`)
    if ((listParameters as readonly string[]).includes(property))
      throw new ConfigurationException(
        'filters',
        `"${property}" is a parameter of every list and cannot be a filter`,
      )
    if (!Array.isArray(operators) || operators.length === 0)
      throw new ConfigurationException('filters', `The filter "${property}" needs a list of operators`)
    const known: readonly string[] = operatorsOf(type)
    const unknown = operators.map(String).find((operator) => !known.includes(operator))
    if (unknown !== undefined)
      throw new ConfigurationException(
        'filters',
        `The filter "${property}" has the operator "${unknown}"; a field of type ${type} has ${known.join(', ')}`,
      )
  }
}

function checkRequirements({ requires }: RestController): void {
  const known: readonly string[] = [...restMethods, '*']
  for (const [operation, roles] of Object.entries<unknown>(requires)) {
    if (!known.includes(operation))
      throw new ConfigurationException(
        'requires',
        `requires: "${operation}" is not an endpoint; expected ${known.join(', ')}`,
      )
    if (!Array.isArray(roles)) throw wrongValue('requires', `a list of roles for "${operation}"`, roles)
  }
}

function checkIgnored({ ignoredParameters }: RestController): void {
  const names: unknown = ignoredParameters
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw wrongValue('ignoredParameters', 'a list of names', names)
}

/** Refuses views of writes that show more than the view of a GET. */
function checkWriteViews(
  { entity }: RestController,
  endpoints: readonly RestMethod[],
  views: ReadonlyMap<RestMethod, ViewType>,
): void {
  const reading = (['findById', 'findAll'] as const).find((method) => endpoints.includes(method))
  if (reading === undefined) return
  const readable = new Set(shownPaths(entity, views.get(reading)))
  for (const writing of ['create', 'update', 'patch'] as const) {
    if (!endpoints.includes(writing)) continue
    const more = shownPaths(entity, views.get(writing)).filter((property) => !readable.has(property))
    if (more.length > 0)
      throw new ConfigurationException(
        'JsonView',
        `${writing} of ${entity.name} answers with ${more.join(', ')}, which ${reading} does not show; give both the same view`,
      )
  }
}

/** Returns the properties that an answer shows, and the properties of related entities: `author`, `author.name`. */
function shownPaths(entity: EntityDefinition, view: ViewType | undefined): readonly string[] {
  const relations = new Map(entity.relations.map((relation) => [relation.name, relation.entity]))
  return shownProperties(entity, view).flatMap((name) => {
    const related = relations.get(name)?.()
    return related === undefined
      ? [name]
      : [name, ...shownProperties(related, view).map((inner) => `${name}.${inner}`)]
  })
}
