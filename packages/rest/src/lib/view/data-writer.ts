import { recordOf } from '../entity/record-of.js'
import { replacementOf, type ViewPlans } from './view-plans.js'

/** What becomes of the value of a `json` field in a format. */
export type JsonFieldForm = (data: unknown) => unknown

/**
 * A value as objects, arrays and scalars, after the plans of a view: what formats are made of. `null` stands for what has no
 * JSON form; no name means anything in the objects.
 *
 * @throws CyclicValueException
 */
export function writeData(value: unknown, plans: ViewPlans, formOf: JsonFieldForm = asItIs): unknown {
  return write(value, plans, plans.isOpen, 0, formOf) ?? null
}

function asItIs(data: unknown): unknown {
  return data
}

function write(
  value: unknown,
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
  formOf: JsonFieldForm,
): unknown {
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
      if (!Array.isArray(value)) return writeObject(value, plans, isOpen, depth, formOf)
      plans.checkDepth(value, depth)
      // `map` would leave holes.
      return Array.from(value, (item: unknown) => write(item, plans, isOpen, depth + 1, formOf) ?? null)
    default:
      return undefined
  }
}

function writeObject(
  value: object,
  plans: ViewPlans,
  isOpen: boolean,
  depth: number,
  formOf: JsonFieldForm,
): unknown {
  const plan = plans.of(value, depth)
  if (plan.type === 'module')
    return write(plan.serialize(value), plans, isOpen || plan.isWhole, depth + 1, formOf)
  const record = recordOf(value)
  const data = new Data()
  if (plan.type === 'declared') {
    for (const { name, isData } of plan.properties) {
      const written = write(record[name], plans, plans.isOpen || isData, depth + 1, formOf)
      set(data, name, isData ? formOf(written) : written)
    }
    if (plan.isOpen)
      for (const name of Object.keys(record))
        if (!plan.known.has(name)) set(data, name, write(record[name], plans, isOpen, depth + 1, formOf))
  } else {
    const replacement = replacementOf(value, isOpen)
    if (replacement !== undefined) return write(replacement.value, plans, isOpen, depth + 1, formOf)
    if (isOpen)
      for (const name of Object.keys(record))
        set(data, name, write(record[name], plans, isOpen, depth + 1, formOf))
  }
  return data
}

/** Has no prototype to speak of. `Object.create(null)` would do the same with slower objects. */
const Data = function Data() {
  // It only has to be a constructor.
} as unknown as new () => Record<string, unknown>
Data.prototype = Object.create(null)

function set(data: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) data[name] = value
}
