import { forEachItem } from './each-item.js'
import type { Evaluation } from '../evaluation.js'
import { itemsOf } from '../values/items-of.js'
import { assumedConstant, textOf, truthOf } from '../values/known-facts.js'
import { constantOf, listOf, nativeOf, undefinedValue, unknownOf } from '../values/make-values.js'
import { unknownAt } from '../values/unknown-at.js'
import type { Constant, ListValue, NativeCall, ObjectValue, UnknownValue, Value } from '../values/values.js'

/** A member of an array. */
export function listMember(
  list: ListValue,
  name: string,
  evaluation: Evaluation,
  call: NativeCall,
): Value | undefined {
  const index = Number(name)
  if (name !== '' && Number.isInteger(index)) {
    const item = list.items[index]
    return item ?? (list.isOpen ? unknownAt(call) : undefinedValue)
  }
  if (name === 'length') return list.isOpen ? unknownAt(call) : constantOf(list.items.length)
  const method = listMethods[name]
  if (method === undefined) return undefined
  return nativeOf(name, (args, inner) => {
    const isOpen = evaluation.openCalls.has(inner.node)
    const result = method(list, isOpen ? [...args, unknownAt(inner)] : args, evaluation, inner)
    if (changingMethods.has(name)) noteChange(list, evaluation)
    return result
  })
}

/** Only a run could tell what is in a list that changes under a condition under which it was not made. */
function noteChange(list: ListValue, { conditions }: Evaluation): void {
  if (list.depth !== undefined && conditions.count > list.depth) list.isOpen = true
}

const changingMethods: ReadonlySet<string> = new Set([
  'pop',
  'push',
  'reverse',
  'shift',
  'sort',
  'splice',
  'unshift',
])

type ListMethod = (list: ListValue, args: readonly Value[], evaluation: Evaluation, call: NativeCall) => Value

function callEach(
  list: ListValue,
  callback: Value | undefined,
  evaluation: Evaluation,
  call: NativeCall,
): Value[] {
  if (callback === undefined) return []
  const visit = (item: Value, index: number): Value =>
    evaluation.callValue(callback, undefinedValue, listOf([item, constantOf(index), list]), call)
  return forEachItem(list, visit, evaluation, call)
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
    if (index < 0) return list.isOpen ? unknownAt(call) : undefinedValue
    return truths[index] === true ? (list.items[index] ?? unknownAt(call)) : unknownAt(call)
  },
  some: (list, [callback], evaluation, call) => {
    const truths = new Set(callEach(list, callback, evaluation, call).map(truthOf))
    if (truths.has(true)) return constantOf(true)
    return truths.has(undefined) ? unknownAt(call) : constantOf(false)
  },
  every: (list, [callback], evaluation, call) => {
    const truths = new Set(callEach(list, callback, evaluation, call).map(truthOf))
    if (truths.has(false)) return constantOf(false)
    return truths.has(undefined) ? unknownAt(call) : constantOf(true)
  },
  reduce: (list, [callback, ...initial], evaluation, call) => {
    const items = [...initial.slice(0, 1), ...itemsOf(list, call)]
    const [first = undefinedValue, ...rest] = items
    // Without a value to begin with, the first item is one.
    const skipped = initial.length === 0 ? 1 : 0
    if (callback === undefined) return undefinedValue
    return rest.reduce(
      (sum, item, index) =>
        evaluation.callValue(
          callback,
          undefinedValue,
          listOf([sum, item, constantOf(index + skipped)]),
          call,
        ),
      first,
    )
  },
  concat: (list, args) => {
    const result = listOf(list.items, list.isOpen)
    for (const each of args) {
      if (each.type === 'list') {
        result.items.push(...each.items)
        result.isOpen ||= each.isOpen
      } else result.items.push(each)
    }
    return result
  },
  slice: (list, args) => {
    const [start, end] = args.map((each) => (each.type === 'constant' ? Number(each.constant) : 0))
    return listOf(list.items.slice(start, end), list.isOpen)
  },
  splice: (list, args) => {
    const [start = 0, count] = args.map((each) => (each.type === 'constant' ? Number(each.constant) : 0))
    return listOf(list.items.splice(start, count ?? list.items.length, ...args.slice(2)))
  },
  push: (list, args) => {
    list.items.push(...args)
    return constantOf(list.items.length)
  },
  unshift: (list, args) => {
    list.items.unshift(...args)
    return constantOf(list.items.length)
  },
  pop: (list) => list.items.pop() ?? undefinedValue,
  shift: (list) => list.items.shift() ?? undefinedValue,
  reverse: (list) => {
    list.items.reverse()
    return list
  },
  sort: (list, [compare], evaluation, call) => {
    list.items = sorted(list, compare, evaluation, call)
    return list
  },
  toSorted: (list, [compare], evaluation, call) =>
    listOf(sorted(list, compare, evaluation, call), list.isOpen),
  toReversed: (list) => listOf(list.items.toReversed(), list.isOpen),
  flat: (list, [depth]) => flatten(list, depth?.type === 'constant' ? Number(depth.constant) : 1),
  join: (list, [separator], _, call) => {
    const texts = list.items.map((each) =>
      each.type === 'constant' ? String(each.constant ?? '') : undefined,
    )
    if (list.isOpen || texts.includes(undefined)) return unknownAt(call, '', { isText: true })
    return constantOf(texts.join(textOf(separator) ?? ','))
  },
  includes: (list, [wanted], _, call) => {
    if (list.items.some((each) => isSame(each, wanted))) return constantOf(true)
    const isKnown =
      !list.isOpen && wanted?.type !== 'unknown' && list.items.every(({ type }) => type !== 'unknown')
    return isKnown ? constantOf(false) : unknownAt(call)
  },
  indexOf: (list, [wanted], _, call) => {
    const index = list.items.findIndex((each) => isSame(each, wanted))
    return list.isOpen ? unknownAt(call) : constantOf(index)
  },
  entries: (list) =>
    listOf(
      list.items.map((each, index) => listOf([constantOf(index), each])),
      list.isOpen,
    ),
  values: (list) => listOf(list.items, list.isOpen),
  keys: (list) =>
    listOf(
      list.items.map((_, index) => constantOf(index)),
      list.isOpen,
    ),
  at: (list, [index]) =>
    (index?.type === 'constant' ? list.items.at(Number(index.constant)) : undefined) ?? undefinedValue,
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
  call: NativeCall,
): Value[] {
  let isKnown = true
  const order = (left: Value, right: Value): number => {
    if (compare !== undefined) {
      const result = evaluation.callValue(compare, undefinedValue, listOf([left, right]), call)
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
  const items = list.items.flatMap((each) =>
    each.type === 'list' && depth > 0 ? flatten(each, depth - 1).items : [each],
  )
  return listOf(items, list.isOpen)
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
  const find = (key: Value | undefined): number =>
    entries.items.findIndex((entry) => isSame(partOf(entry, 0), key))
  const isMissing = (key: Value | undefined): boolean => key?.type !== 'unknown' && !entries.isOpen
  switch (name) {
    case 'size':
      return entries.isOpen ? unknownOf(name) : constantOf(entries.items.length)
    case 'get':
      return nativeOf(name, ([key], call) => {
        const entry = entries.items[find(key)]
        if (entry !== undefined) return partOf(entry, 1)
        return isMissing(key) ? undefinedValue : unknownAt(call)
      })
    case 'has':
      return nativeOf(name, ([key], call) => {
        if (find(key) >= 0) return constantOf(true)
        return isMissing(key) ? constantOf(false) : unknownAt(call)
      })
    case 'set':
    case 'add':
      return nativeOf(name, ([key = undefinedValue, value = undefinedValue]) => {
        const index = find(key)
        entries.items[index < 0 ? entries.items.length : index] = isMap ? listOf([key, value]) : key
        noteChange(entries, evaluation)
        return owner
      })
    case 'forEach':
      return nativeOf(name, ([callback], call) => {
        if (callback === undefined) return undefinedValue
        const visit = (entry: Value): Value =>
          evaluation.callValue(
            callback,
            undefinedValue,
            listOf([partOf(entry, 1), partOf(entry, 0), owner]),
            call,
          )
        forEachItem(entries, visit, evaluation, call)
        return undefinedValue
      })
    case 'entries':
      return nativeOf(name, () => listOf(entries.items, entries.isOpen))
    case 'keys':
    case 'values':
      return nativeOf(name, () =>
        listOf(
          entries.items.map((entry) => partOf(entry, name === 'keys' ? 0 : 1)),
          entries.isOpen,
        ),
      )
    default:
      return undefined
  }
}

const textMethods: ReadonlySet<string> = new Set([
  'at',
  'charAt',
  'concat',
  'endsWith',
  'includes',
  'indexOf',
  'lastIndexOf',
  'match',
  'padEnd',
  'padStart',
  'repeat',
  'replace',
  'replaceAll',
  'search',
  'slice',
  'split',
  'startsWith',
  'substr',
  'substring',
  'test',
  'toLowerCase',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
])

/** A member of a text, a number or a regular expression. */
export function textMember(constant: Constant, name: string): Value | undefined {
  if (constant instanceof RegExp && name === 'source') return constantOf(constant.source)
  if (typeof constant === 'string') {
    if (name === 'length') return constantOf(constant.length)
    if (/^\d+$/.test(name)) return constantOf(constant[Number(name)])
  }
  if (!textMethods.has(name)) return undefined
  return nativeOf(name, (args, call) => {
    const given = args.map((each) => (each.type === 'constant' ? each.constant : unusable))
    const isText = typeof constant === 'string'
    if (given.includes(unusable) || (name === 'repeat' && Number(given[0]) > 1000))
      return unknownAt(call, '', { isText })
    const method: unknown = (Object(constant) as Record<string, unknown>)[name]
    if (typeof method !== 'function') return unknownAt(call)
    return fromResult(Reflect.apply(method, constant, given)) ?? unknownOf(name)
  })
}

/** A method of what is text where the environment says nothing else, or of what the environment may say. */
export function assumedTextMember({ fallback, environment }: UnknownValue, name: string): Value | undefined {
  if (!textMethods.has(name) || (typeof fallback !== 'string' && environment === undefined)) return undefined
  const method = typeof fallback === 'string' ? textMember(fallback, name) : undefined
  return nativeOf(name, (args, call) => {
    const given = args.map((each) => {
      const assumed = assumedConstant(each)
      return assumed === undefined ? each : constantOf(assumed)
    })
    const result = method?.type === 'native' ? method.call(given, call) : undefined
    const computed = result?.type === 'constant' ? result.constant : undefined
    return unknownAt(call, '', { environment, fallback: computed, isText: typeof computed === 'string' })
  })
}

const unusable = Symbol('unusable')

function fromResult(result: unknown): Value | undefined {
  if (Array.isArray(result)) return listOf(result.map((each) => constantOf(each as Constant)))
  if (result === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof result))
    return constantOf(result as Constant)
  return undefined
}
