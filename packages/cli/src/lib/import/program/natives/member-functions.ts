import { callWith, forEachItem } from './each-item.js'
import type { Evaluation } from '../evaluation.js'
import { itemsOf, takeItems } from '../values/items-of.js'
import { assumedConstant, textOf, truthOf } from '../values/known-facts.js'
import { constantOf, listOf, nativeOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { computed, unknownAt, withinTime } from '../values/unknown-at.js'
import type { Constant, ListValue, ScopedNode, ObjectValue, UnknownValue, Value } from '../values/values.js'

/** A member of an array. */
export function listMember(
  list: ListValue,
  name: string,
  evaluation: Evaluation,
  call: ScopedNode,
): Value | undefined {
  const index = Number(name)
  if (name !== '' && Number.isInteger(index)) {
    return certain(list.items[index] ?? undefinedValue, list, call)
  }
  if (name === 'length') return certain(constantOf(list.items.length), list, call)
  const method = listMethods[name]
  if (method === undefined) return undefined
  return nativeOf((args, inner) => {
    const isOpen = evaluation.openCalls.has(inner.node)
    const result = method(list, isOpen ? [...args, unknownAt(inner)] : args, evaluation, inner)
    if (changingMethods.has(name)) noteChange(list, evaluation)
    return certain(result, list, inner)
  })
}

/** What a list gives: where only a run could tell what is in it, no text or number is certain. */
function certain(value: Value, list: ListValue, call: ScopedNode): Value {
  return list.isOpen && value.type === 'constant' ? unknownAt(call) : value
}

/** Only a run could tell what is in a list that changes under a condition under which it was not made. */
function noteChange(list: ListValue, { conditions }: Evaluation): void {
  if (list.depth !== undefined && conditions.count > list.depth) list.isOpen = true
}

const changingMethods: ReadonlySet<string> = new Set(
  'fill pop push reverse shift sort splice unshift'.split(' '),
)

type ListMethod = (list: ListValue, args: readonly Value[], evaluation: Evaluation, call: ScopedNode) => Value

function callEach(
  list: ListValue,
  callback: Value | undefined,
  evaluation: Evaluation,
  call: ScopedNode,
): Value[] {
  if (callback === undefined) return []
  const visit = (item: Value, index: Value): Value =>
    callWith(evaluation, callback, [item, index, list], call)
  return forEachItem(list, visit, evaluation, call)
}

/**
 * A method of arrays that does not look at what the items are: JavaScript's own.
 *
 * @param positions how many of its arguments are numbers; the others are items
 */
function movesItems(name: keyof unknown[] & string, positions = 0): ListMethod {
  return (list, args, _, call) => {
    const given = args.map((each, index) => {
      if (index >= positions) return each
      return each.type === 'constant' ? each.constant : unusable
    })
    const method = [][name] as () => unknown
    if (!given.includes(unusable))
      return computed(call, () => listResult(Reflect.apply(method, list.items, given), list))
    if (changingMethods.has(name)) list.isOpen = true
    return unknownAt(call)
  }
}

function listResult(result: unknown, list: ListValue): Value {
  if (result === list.items) return list
  if (typeof result !== 'object' || result === null) return constantOf(result as Constant)
  if ('type' in result) return result as Value
  return listOf(
    Array.from(result as Iterable<unknown>, (each) => listResult(each, list)),
    list.isOpen,
  )
}

/** What `some` (a `true` is enough) and `every` (a `false` is) make of their callback's results. */
function quantifier(enough: boolean): ListMethod {
  return (list, [callback], evaluation, call) => {
    const truths = new Set(callEach(list, callback, evaluation, call).map(truthOf))
    if (truths.has(enough)) return constantOf(enough)
    return truths.has(undefined) ? unknownAt(call) : constantOf(!enough)
  }
}

const listMethods: Readonly<Record<string, ListMethod | undefined>> = {
  __proto__: null as never,
  forEach: (list, [callback], evaluation, call) => {
    callEach(list, callback, evaluation, call)
    return undefinedValue
  },
  map: (list, [callback], evaluation, call) => listOf(callEach(list, callback, evaluation, call)),
  flatMap: (list, [callback], evaluation, call) =>
    flatten(listOf(callEach(list, callback, evaluation, call), list.isOpen), 1),
  filter: (list, [callback], evaluation, call) => {
    const truths = callEach(list, callback, evaluation, call).map(truthOf)
    const items = itemsOf(list, call).filter((_, index) => truths[index] !== false)
    return listOf(items, false)
  },
  find: (list, [callback], evaluation, call) => {
    const truths = callEach(list, callback, evaluation, call).map(truthOf)
    const index = truths.findIndex((truth) => truth !== false)
    if (index < 0) return undefinedValue
    return truths[index] === true ? (list.items[index] ?? unknownAt(call)) : unknownAt(call)
  },
  some: quantifier(true),
  every: quantifier(false),
  reduce: (list, [callback, ...initial], evaluation, call) => {
    const items = [...initial.slice(0, 1), ...itemsOf(list, call)]
    const [first = undefinedValue, ...rest] = items
    // Without a value to begin with, the first item is one.
    const skipped = initial.length === 0 ? 1 : 0
    if (callback === undefined) return undefinedValue
    return rest.reduce(
      (sum, item, index) => callWith(evaluation, callback, [sum, item, constantOf(index + skipped)], call),
      first,
    )
  },
  concat: (list, args) => flatten(listOf([list, ...args]), 1),
  at: movesItems('at', 1),
  entries: movesItems('entries'),
  fill: (list, [value = undefinedValue], ...more) => movesItems('fill')(list, [value], ...more),
  keys: movesItems('keys'),
  pop: movesItems('pop'),
  push: movesItems('push'),
  reverse: movesItems('reverse'),
  shift: movesItems('shift'),
  slice: movesItems('slice', 2),
  splice: movesItems('splice', 2),
  toReversed: movesItems('toReversed'),
  toSpliced: movesItems('toSpliced', 2),
  unshift: movesItems('unshift'),
  values: movesItems('values'),
  with: movesItems('with', 1),
  sort: (list, [compare], evaluation, call) => {
    list.items = sorted(list, compare, evaluation, call)
    return list
  },
  toSorted: (list, [compare], evaluation, call) =>
    listOf(sorted(list, compare, evaluation, call), list.isOpen),
  flat: (list, [depth]) => flatten(list, depth?.type === 'constant' ? Number(depth.constant) : 1),
  join: (list, [separator = constantOf(',')], _, call) => {
    const texts = list.items.map((each) =>
      each.type === 'constant' ? String(each.constant ?? '') : undefined,
    )
    const between = textOf(separator)
    if (list.isOpen || between === undefined || texts.includes(undefined))
      return unknownAt(call, { isText: true })
    return constantOf(texts.join(between))
  },
  includes: (list, [wanted], _, call) => {
    const index = placeIn(list.items, wanted)
    return index === undefined ? unknownAt(call) : constantOf(index >= 0)
  },
  indexOf: (list, [wanted], _, call) => {
    const index = placeIn(list.items, wanted)
    return index === undefined ? unknownAt(call) : constantOf(index)
  },
}

/** -1 for what is not among them; undefined where only a run could tell. */
function placeIn(items: readonly Value[], wanted: Value | undefined): number | undefined {
  const index = items.findIndex(
    (each) => isSame(each, wanted) || each.type === 'unknown' || wanted?.type === 'unknown',
  )
  const found = items[index]
  return found === undefined || isSame(found, wanted) ? index : undefined
}

function isSame(left: Value, right: Value | undefined): boolean {
  if (left.type === 'constant' && right?.type === 'constant') return left.constant === right.constant
  return left === right
}

/** The items in the order that the comparison gives; an order that only a run could tell is left as it is, and open. */
function sorted(
  list: ListValue,
  compare: Value | undefined,
  evaluation: Evaluation,
  call: ScopedNode,
): Value[] {
  let isKnown = true
  const order = (left: Value, right: Value): number => {
    if (compare !== undefined) {
      const result = callWith(evaluation, compare, [left, right], call)
      if (result.type === 'constant') return Number(result.constant)
    } else if (left.type === 'constant' && right.type === 'constant') {
      const [first, second] = [String(left.constant), String(right.constant)]
      return first < second ? -1 : first > second ? 1 : 0
    }
    isKnown = false
    return 0
  }
  const items = list.items.toSorted(order)
  if (!isKnown) list.isOpen = true
  return items
}

function flatten(list: ListValue, depth: number): ListValue {
  const result = listOf([], list.isOpen)
  for (const each of list.items)
    if (each.type === 'list' && depth > 0) takeItems(result, flatten(each, depth - 1))
    else result.items.push(each)
  return result
}

/** A member of a `Map` (entries are pairs) or a `Set` (entries are what is in it). */
export function mapMember(
  owner: ObjectValue,
  entries: ListValue,
  name: string,
  evaluation: Evaluation,
): Value | undefined {
  const isMap = owner.fields.has('#map')
  const partOf = (entry: Value, index: 0 | 1): Value => {
    if (!isMap) return entry
    return entry.type === 'list' ? (entry.items[index] ?? undefinedValue) : unknownOf(name)
  }
  const find = (key: Value | undefined): number | undefined =>
    placeIn(
      entries.items.map((entry) => partOf(entry, 0)),
      key,
    )
  switch (name) {
    case 'size':
      return entries.isOpen ? unknownOf(name) : constantOf(entries.items.length)
    case 'get':
      return nativeOf(([key], call) => {
        const index = find(key)
        if (index === undefined) return unknownAt(call)
        const entry = entries.items[index]
        return certain(entry === undefined ? undefinedValue : partOf(entry, 1), entries, call)
      })
    case 'has':
      return nativeOf(([key], call) => {
        const index = find(key)
        return index === undefined ? unknownAt(call) : certain(constantOf(index >= 0), entries, call)
      })
    case 'set':
    case 'add':
      return nativeOf(([key = undefinedValue, value = undefinedValue]) => {
        const index = find(key) ?? -1
        entries.items[index < 0 ? entries.items.length : index] = isMap ? listOf([key, value]) : key
        noteChange(entries, evaluation)
        return owner
      })
    case 'forEach':
      return nativeOf(([callback], call) => {
        if (callback === undefined) return undefinedValue
        const visit = (entry: Value): Value =>
          callWith(evaluation, callback, [partOf(entry, 1), partOf(entry, 0), owner], call)
        forEachItem(entries, visit, evaluation, call)
        return undefinedValue
      })
    case 'entries':
      return nativeOf(() => listOf(entries.items, entries.isOpen))
    case 'keys':
    case 'values':
      return nativeOf(() =>
        listOf(
          entries.items.map((entry) => partOf(entry, name === 'keys' ? 0 : 1)),
          entries.isOpen,
        ),
      )
    default:
      return undefined
  }
}

/** A member of a text, a number or a regular expression. */
export function textMember(constant: Constant, name: string): Value | undefined {
  const member: unknown = Reflect.get(Object(constant) as object, name)
  // Packages add properties to texts; behind their end there is nothing.
  if (typeof member !== 'function')
    return member === undefined && !/^\d+$/.test(name) ? undefined : constantOf(member as Constant)
  return nativeOf((args, call) => {
    const given = args.map((each) => (each.type === 'constant' ? each.constant : unusable))
    const isText = typeof constant === 'string'
    if (given.includes(unusable) || (name === 'repeat' && Number(given[0]) > 1000))
      return unknownAt(call, { isText })
    const run = (): unknown => Reflect.apply(member, constant, given)
    const isEndless = [constant, ...given].some((each) => each instanceof RegExp)
    return computed(call, () => fromResult(isEndless ? withinTime(run) : run()) ?? unknownOf(name))
  })
}

/** A method of what is text where the environment says nothing else, or of what the environment may say. */
export function assumedTextMember({ fallback, environment }: UnknownValue, name: string): Value | undefined {
  if (typeof Reflect.get(String.prototype, name) !== 'function') return undefined
  if (typeof fallback !== 'string' && environment === undefined) return undefined
  const method = typeof fallback === 'string' ? textMember(fallback, name) : undefined
  return nativeOf((args, call) => {
    const given = args.map((each) => {
      const assumed = assumedConstant(each)
      return assumed === undefined ? each : constantOf(assumed)
    })
    const result = method?.type === 'native' ? method.call(given, call) : undefined
    const assumed = result?.type === 'constant' ? result.constant : undefined
    return unknownAt(call, { environment, fallback: assumed, isText: typeof assumed === 'string' })
  })
}

const unusable = Symbol('unusable')

function fromResult(result: unknown): Value | undefined {
  if (Array.isArray(result)) return listOf(result.map((each) => constantOf(each as Constant)))
  if (result === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof result))
    return constantOf(result as Constant)
  return undefined
}
