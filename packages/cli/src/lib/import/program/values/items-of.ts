import { textOf } from './known-facts.js'
import { constantOf, unknownOf } from './make-values.js'
import { unknownAt } from './unknown-at.js'
import type { ListValue, NativeCall, Value } from './values.js'

/** What a loop over a value sees; one unknown item where only a run could tell. */
export function itemsOf(value: Value, call: NativeCall): readonly Value[] {
  if (value.type === 'list')
    return value.isOpen ? [...value.items, unknownAt(call, 'an item of ')] : [...value.items]
  if (value.type === 'object' && value.entries !== undefined) return itemsOf(value.entries, call)
  const text = textOf(value)
  if (text !== undefined) return Array.from(text, constantOf)
  if (value.type === 'constant') return []
  return [unknownAt(call, 'an item of ')]
}

/** Puts into a list what is in a value; the list is open where only a run could tell. */
export function takeItems(into: ListValue, value: Value, call: NativeCall): void {
  const list = value.type === 'object' ? value.entries : value
  if (list?.type === 'list') {
    into.items.push(...list.items)
    into.isOpen ||= list.isOpen
  } else if (value.type === 'constant') into.items.push(...itemsOf(value, call))
  else into.isOpen = true
}

export function keysOf(value: Value): Value[] {
  if (value.type === 'object' && !value.isOpen)
    return [...value.fields.keys()].filter((key) => !key.startsWith('#')).map(constantOf)
  if (value.type === 'list' && !value.isOpen) return value.items.map((_, index) => constantOf(String(index)))
  if (value.type === 'object')
    return [...[...value.fields.keys()].map(constantOf), unknownOf('a key', { isText: true })]
  if (value.type === 'constant') return []
  return [unknownOf('a key', { isText: true })]
}
