import type { Type } from '../entity/entity-definition.js'
import { entityOfPrototype } from '../entity/entity-of.js'
import type { ViewType } from '../entity/view-type.js'
import { CyclicValueException } from '../exceptions/rest-exceptions.js'
import { isEnvelope, markedProperties } from './json-view.js'
import { isPartOf, shownProperties } from './shown-properties.js'
import { isCutByViews, type SerializerModule, type SerializerModules } from './serializer-modules.js'

/** A property that a plan writes. */
interface PlannedProperty {
  readonly name: string
  /** True for data of any shape: objects without a class in it are written whole, in any view. */
  readonly isData: boolean
}

/** A plan for writing the values of one class in one view. It is made once. */
type ViewPlan =
  /** A serializer module writes the value. */
  | {
      readonly type: 'module'
      readonly serialize: NonNullable<SerializerModule['serialize']>
      /** True if objects without a class in its result are written whole, in any view. */
      readonly isWhole: boolean
    }
  /** The class declares its properties. */
  | {
      readonly type: 'declared'
      readonly properties: readonly PlannedProperty[]
      /** True if undeclared properties are written, too, because there is no view. */
      readonly isOpen: boolean
      /** The declared names, which are not among the undeclared properties. */
      readonly known: ReadonlySet<string>
    }
  /** The class declares nothing. Without a view, everything is written; in a view, nothing. */
  | { readonly type: 'undeclared' }

/** The properties of a class. Each is written if the view shows it. */
export interface Projection {
  readonly type: Type
  readonly properties: ReadonlySet<string>
}

/** Sources of plans. */
interface PlanSources {
  readonly view: ViewType | undefined
  readonly modules: SerializerModules
  readonly projection: Projection | undefined
}

/** Deeper values are nearly always cycles. The call stack has room for a few thousand levels. */
const maxDepth = 200

/** The plans of one view. A plan is made when the first value of its class is written. */
export class ViewPlans {
  /** True if there is no view. Objects without a class are then written whole. */
  readonly isOpen: boolean
  readonly #sources: PlanSources
  readonly #plans = new WeakMap<object, ViewPlan>()

  constructor(view: ViewType | undefined, modules: SerializerModules, projection?: Projection) {
    this.isOpen = view === undefined
    this.#sources = { view, modules, projection }
  }

  /** @throws CyclicValueException if the value is too deep. */
  of(value: object, depth: number): ViewPlan {
    this.checkDepth(value, depth)
    const prototype: object | null = Object.getPrototypeOf(value)
    if (prototype === null) return undeclared
    let plan = this.#plans.get(prototype)
    if (plan === undefined) this.#plans.set(prototype, (plan = planFor(prototype, this.#sources)))
    return plan
  }

  /** @throws CyclicValueException if the value is too deep. */
  checkDepth(value: object, depth: number): void {
    if (depth > maxDepth) throw new CyclicValueException(classNameOf(value))
  }
}

const undeclared: ViewPlan = { type: 'undeclared' }

function classNameOf(value: object): string {
  return typeof value.constructor === 'function' ? value.constructor.name : 'Object'
}

/** Finds the plan for the values with a prototype. */
function planFor(prototype: object, { view, modules, projection }: PlanSources): ViewPlan {
  const serialize = modules.find(prototype, 'serialize')?.serialize
  if (serialize !== undefined) return { type: 'module', serialize, isWhole: !isCutByViews(serialize) }
  const type = typeof prototype.constructor === 'function' ? prototype.constructor : undefined
  const entity = entityOfPrototype(prototype)
  const marked = type === undefined ? noMarks : markedProperties(type)
  if (view !== undefined && type !== undefined && isEnvelope(type)) return envelope
  if (entity === undefined && marked.size === 0) return { type: 'undeclared' }

  const chosen = projection !== undefined && projection.type === type ? projection.properties : undefined
  const shown =
    entity === undefined ? markedNames(prototype, marked, view) : shownProperties(entity, view, type)
  const written = shown.filter((name) => chosen === undefined || chosen.has(name))
  const hidden = entity?.fields.filter((field) => field.hidden).map((field) => field.name) ?? []
  return {
    type: 'declared',
    properties: written.map((name) => ({ name, isData: entity?.field(name)?.type === 'json' })),
    isOpen: view === undefined && chosen === undefined,
    known: new Set([...written, ...hidden]),
  }
}

const noMarks: ReadonlyMap<string, readonly ViewType[]> = new Map()

const envelope: ViewPlan = { type: 'declared', properties: [], isOpen: true, known: new Set() }

/** The marked properties of a class that is no entity, getters last. Without a view, only getters need a name here. */
function markedNames(
  prototype: object,
  marked: ReadonlyMap<string, readonly ViewType[]>,
  view: ViewType | undefined,
): readonly string[] {
  return Array.from(marked)
    .filter(([name, marks]) => (view === undefined ? name in prototype : isPartOf(marks, view)))
    .map(([name]) => name)
    .toSorted((one, other) => Number(one in prototype) - Number(other in prototype))
}
