import type { HandlerNames } from './handler-names.js'
import type { Registration, RouteCondition } from '../program/values/values.js'

/** The conditions of a registration, without `if (error) return`: who has an error has no application. */
export function countedConditions({ conditions }: Registration): RouteCondition[] {
  return conditions.filter(({ text }) => !/^(err|error|e|ex)$/.test(text))
}

/** The middleware that keeps the conditions of a registration. */
export function conditionNames(names: HandlerNames, registration: Registration): string[] {
  const counted = countedConditions(registration)
  return counted.length === 0 ? [] : [names.condition(counted, registration.place)]
}
