import { jsonIn } from '../source/json-files.js'
import { constantOf, listOf, objectOf, unknownOf } from './make-values.js'
import type { Constant, Value } from './values.js'

/** What is in a file of JSON. */
export function jsonValue(file: string): Value {
  const json = jsonIn(file)
  return json === undefined ? unknownOf(file) : fromJson(json)
}

/** What JSON says, once it is parsed. */
export function fromJson(value: unknown): Value {
  if (Array.isArray(value)) return listOf(value.map(fromJson))
  if (typeof value === 'object' && value !== null)
    return objectOf(Object.entries(value).map(([key, field]) => [key, fromJson(field)] as const))
  return constantOf(value as Constant)
}
