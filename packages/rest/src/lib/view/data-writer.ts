import { refusePromise } from '@mvc-router/router-core/tools'
import { recordOf } from '../entity/record-of.js'
import type { ViewPlans } from './view-plans.js'

/**
 * Converts a value to objects, arrays and scalars that every format can write. The plans of a view choose the
 * properties. `NaN` becomes `null`, and a bigint a text. A function is left out as a property, and is `null` in a list.
 *
 * @param formOf converts the data of a `json` field
 * @throws CyclicValueException
 */
export function writeData(
  root: unknown,
  plans: ViewPlans,
  formOf: (data: unknown) => unknown = (data) => data,
): unknown {
  return write(root, plans.isOpen, 0) ?? null

  /** With `isOpen`, objects of undeclared classes are written completely. */
  function write(value: unknown, isOpen: boolean, depth: number): unknown {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value
      case 'number':
        return Number.isFinite(value) ? value : null
      case 'bigint':
        return String(value)
      case 'object':
        if (value === null) return null
        return Array.isArray(value) ? writeList(value, isOpen, depth) : writeObject(value, isOpen, depth)
      default:
        return undefined
    }
  }

  /** `map` would leave holes, and `Array.from` takes twice the time. */
  function writeList(list: readonly unknown[], isOpen: boolean, depth: number): readonly unknown[] {
    plans.checkDepth(list, depth)
    const written: unknown[] = []
    for (let index = 0; index < list.length; index++)
      written.push(write(list[index], isOpen, depth + 1) ?? null)
    return written
  }

  function writeObject(value: object, isOpen: boolean, depth: number): unknown {
    const plan = plans.of(value, depth)
    if (plan.type === 'module') return write(plan.serialize(value), isOpen || plan.isWhole, depth + 1)
    if (plan.type === 'undeclared') refusePromise('An answer', 'a value', value)
    const replacement = plan.type === 'undeclared' ? replacementOf(value, isOpen) : undefined
    if (replacement !== undefined) return write(replacement.value, isOpen, depth + 1)
    const record = recordOf(value)
    const data = new Data()
    if (plan.type === 'declared')
      for (const { name, isData } of plan.properties) {
        const written = write(record[name], plans.isOpen || isData, depth + 1)
        set(data, name, isData ? formOf(written) : written)
      }
    if (plan.type === 'declared' ? plan.isOpen : isOpen)
      for (const name of Object.keys(record))
        if (plan.type === 'undeclared' || !plan.known.has(name))
          set(data, name, write(record[name], isOpen, depth + 1))
    return data
  }
}

function set(data: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) data[name] = value
}

/** Creates objects without inherited properties. They are faster than the objects of `Object.create(null)`. */
const Data = function Data() {
  // Empty, because only the prototype matters.
} as unknown as new () => Record<string, unknown>
Data.prototype = Object.create(null)

/** A `toJSON` replaces an object of an undeclared class. If `isOpen` is false, only a scalar replaces it. */
function replacementOf(value: object, isOpen: boolean): { readonly value: unknown } | undefined {
  const { toJSON } = recordOf(value)
  if (typeof toJSON !== 'function') return undefined
  const json: unknown = Reflect.apply(toJSON, value, [])
  const isScalar = typeof json !== 'object' || json === null
  return isScalar || (isOpen && json !== value) ? { value: json } : undefined
}
