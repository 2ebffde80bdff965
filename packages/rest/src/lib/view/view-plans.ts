import { recordOf } from '../entity/record-of.js'
import type { ViewType } from '../entity/view-type.js'
import { CyclicValueException } from '../exceptions/rest-exceptions.js'
import type { SerializerModules } from './serializer-modules.js'
import { planFor, type PlanSources, type Projection, type ViewPlan } from './view-plan.js'

/** Deeper values than this are cycles, as good as always; the call stack would hold a few thousand levels. */
const maxDepth = 200

/** The plans of one view, each made when the first value of its class is written. */
export class ViewPlans {
  /** Whether objects without a class are written whole when nothing says otherwise: only without a view. */
  readonly isOpen: boolean
  readonly #sources: PlanSources
  readonly #plans = new WeakMap<object, ViewPlan>()

  constructor(view: ViewType | undefined, modules: SerializerModules, projection?: Projection) {
    this.isOpen = view === undefined
    this.#sources = { view, modules, projection }
  }

  /** @throws CyclicValueException when the value lies too deep. */
  of(value: object, depth: number): ViewPlan {
    this.checkDepth(value, depth)
    const prototype: object | null = Object.getPrototypeOf(value)
    if (prototype === null) return undeclared
    let plan = this.#plans.get(prototype)
    if (plan === undefined) this.#plans.set(prototype, (plan = planFor(prototype, this.#sources)))
    return plan
  }

  /** @throws CyclicValueException when the value lies too deep. */
  checkDepth(value: object, depth: number): void {
    if (depth > maxDepth) throw new CyclicValueException(classNameOf(value))
  }
}

const undeclared: ViewPlan = { type: 'undeclared' }

/**
 * What to write in place of a value of an undeclared class: the result of its `toJSON`. Where objects without a class are not
 * written, neither is an object that `toJSON` gives; a scalar is.
 */
export function replacementOf(value: object, isOpen: boolean): { readonly value: unknown } | undefined {
  const { toJSON } = recordOf(value)
  if (typeof toJSON !== 'function') return undefined
  const json: unknown = Reflect.apply(toJSON, value, [])
  const isScalar = typeof json !== 'object' || json === null
  return isScalar || (isOpen && json !== value) ? { value: json } : undefined
}

function classNameOf(value: object): string {
  return typeof value.constructor === 'function' ? value.constructor.name : 'Object'
}
