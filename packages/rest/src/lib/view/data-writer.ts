import { recordOf } from '../entity/record-of.js'
import type { ViewPlans } from './view-plans.js'

/**
 * A value as objects, arrays and scalars, after the plans of a view: what formats are made of. `null` represents what has no
 * JSON form; no name means anything in the objects. Big integers are texts, which lose no digits.
 *
 * @param formOf converts the data of a `json` field
 * @throws CyclicValueException
 */
export function writeData(
  value: unknown,
  plans: ViewPlans,
  formOf: (data: unknown) => unknown = (data) => data,
): unknown {
  return new DataWriter(plans, formOf).write(value, plans.isOpen, 0) ?? null
}

class DataWriter {
  readonly #plans: ViewPlans
  readonly #formOf: (data: unknown) => unknown

  constructor(plans: ViewPlans, formOf: (data: unknown) => unknown) {
    this.#plans = plans
    this.#formOf = formOf
  }

  /** `isOpen` says that objects without a class are written whole; `undefined` is for values without a JSON form. */
  write(value: unknown, isOpen: boolean, depth: number): unknown {
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
        return Array.isArray(value)
          ? this.#writeList(value, isOpen, depth)
          : this.#writeObject(value, isOpen, depth)
      default:
        return undefined
    }
  }

  /** By index: `map` would leave holes, and `Array.from` takes twice the time. */
  #writeList(list: readonly unknown[], isOpen: boolean, depth: number): readonly unknown[] {
    this.#plans.checkDepth(list, depth)
    const written: unknown[] = []
    for (let index = 0; index < list.length; index++)
      written.push(this.write(list[index], isOpen, depth + 1) ?? null)
    return written
  }

  #writeObject(value: object, isOpen: boolean, depth: number): unknown {
    const plan = this.#plans.of(value, depth)
    if (plan.type === 'module') return this.write(plan.serialize(value), isOpen || plan.isWhole, depth + 1)
    const replacement = plan.type === 'undeclared' ? replacementOf(value, isOpen) : undefined
    if (replacement !== undefined) return this.write(replacement.value, isOpen, depth + 1)
    const record = recordOf(value)
    const data = new Data()
    if (plan.type === 'declared')
      for (const { name, isData } of plan.properties) {
        const written = this.write(record[name], this.#plans.isOpen || isData, depth + 1)
        set(data, name, isData ? this.#formOf(written) : written)
      }
    if (plan.type === 'declared' ? plan.isOpen : isOpen)
      for (const name of Object.keys(record))
        if (plan.type === 'undeclared' || !plan.known.has(name))
          set(data, name, this.write(record[name], isOpen, depth + 1))
    return data
  }
}

function set(data: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) data[name] = value
}

/** Has no prototype to speak of. `Object.create(null)` would do the same with slower objects. */
const Data = function Data() {
  // It only has to be a constructor.
} as unknown as new () => Record<string, unknown>
Data.prototype = Object.create(null)

/**
 * The value to write in place of one of an undeclared class: the result of its `toJSON`. Where objects without a class are not
 * written, neither is an object that `toJSON` gives; a scalar is.
 */
function replacementOf(value: object, isOpen: boolean): { readonly value: unknown } | undefined {
  const { toJSON } = recordOf(value)
  if (typeof toJSON !== 'function') return undefined
  const json: unknown = Reflect.apply(toJSON, value, [])
  const isScalar = typeof json !== 'object' || json === null
  return isScalar || (isOpen && json !== value) ? { value: json } : undefined
}
