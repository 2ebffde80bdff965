import type { Type } from '../entity/entity-definition.js'
import { entityOfPrototype } from '../entity/entity-of.js'
import type { ViewType } from '../entity/view-type.js'
import { CyclicValueException } from '../exceptions/rest-exceptions.js'
import { isEnvelope, markedProperties } from './json-view.js'
import { isPartOf, shownProperties } from './shown-properties.js'
import { isCutByViews, type SerializerModule, type SerializerModules } from './serializer-modules.js'

interface PlannedProperty {
  readonly name: string
  /** True for a `json` field: the objects in the field that have no class are written completely, in any view. */
  readonly isData: boolean
}

type ViewPlan =
  | {
      readonly type: 'module'
      readonly serialize: NonNullable<SerializerModule['serialize']>
      /** True if the objects in the result that have no class are written completely, in any view. */
      readonly isWhole: boolean
    }
  | {
      readonly type: 'declared'
      readonly properties: readonly PlannedProperty[]
      /** True if undeclared properties are written too: without a view and a projection, and for an envelope. */
      readonly isOpen: boolean
      /** The written and the hidden names. */
      readonly known: ReadonlySet<string>
    }
  /** The class declares nothing. In a view, properties are written only inside a `json` field or a whole result. */
  | { readonly type: 'undeclared' }

/** The properties that a client has chosen for a class. A property is written only if the view also shows it. */
export interface Projection {
  readonly type: Type
  readonly properties: ReadonlySet<string>
}

/** Deeper values are nearly always cyclic. The call stack has room for a few thousand levels. */
const maxDepth = 200

/** The plans of one view. The first value of a class creates its plan. */
export class ViewPlans {
  /** True without a view: objects without a class are written completely. */
  readonly isOpen: boolean
  readonly #view: ViewType | undefined
  readonly #modules: SerializerModules
  readonly #projection: Projection | undefined
  readonly #plans = new WeakMap<object, ViewPlan>()

  constructor(view: ViewType | undefined, modules: SerializerModules, projection?: Projection) {
    this.isOpen = view === undefined
    this.#view = view
    this.#modules = modules
    this.#projection = projection
  }

  of(value: object, depth: number): ViewPlan {
    this.checkDepth(value, depth)
    const prototype: object | null = Object.getPrototypeOf(value)
    if (prototype === null) return undeclared
    let plan = this.#plans.get(prototype)
    if (plan === undefined) this.#plans.set(prototype, (plan = this.#planFor(prototype)))
    return plan
  }

  /** @throws CyclicValueException if the value is too deep. */
  checkDepth(value: object, depth: number): void {
    if (depth > maxDepth) throw new CyclicValueException(classNameOf(value))
  }

  #planFor(prototype: object): ViewPlan {
    const view = this.#view
    const serialize = this.#modules.find(prototype, 'serialize')?.serialize
    if (serialize !== undefined) return { type: 'module', serialize, isWhole: !isCutByViews(serialize) }
    const type = typeof prototype.constructor === 'function' ? prototype.constructor : undefined
    const entity = entityOfPrototype(prototype)
    const marked = type === undefined ? noMarks : markedProperties(type)
    if (view !== undefined && type !== undefined && isEnvelope(type)) return envelope
    if (entity === undefined && marked.size === 0) return { type: 'undeclared' }

    const chosen = this.#projection?.type === type ? this.#projection?.properties : undefined
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
}

const undeclared: ViewPlan = { type: 'undeclared' }

function classNameOf(value: object): string {
  return typeof value.constructor === 'function' ? value.constructor.name : 'Object'
}

const noMarks: ReadonlyMap<string, readonly ViewType[]> = new Map()

const envelope: ViewPlan = { type: 'declared', properties: [], isOpen: true, known: new Set() }

/** Getters are last. Without a view, only getters are returned, because own properties are written anyway. */
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
