import { textOf } from './known-facts.js'
import { constantOf, unknownOf } from './make-values.js'
import { sourceText } from './call-place.js'
import type { ListValue, ScopedNode, Value } from './values.js'

/** What a loop goes through. */
export interface LoopItems {
  readonly known: readonly Value[]
  /** Whether only a run could tell what else there is. */
  readonly isOpen: boolean
}

/** What a loop over a value sees. */
export function loopItems(value: Value): LoopItems {
  if (value.type === 'list') return { known: [...value.items], isOpen: value.isOpen }
  if (value.type === 'object' && value.entries !== undefined) return loopItems(value.entries)
  const text = textOf(value)
  if (text !== undefined) return { known: Array.from(text, constantOf), isOpen: false }
  return { known: [], isOpen: value.type !== 'constant' }
}

/** The items of a value; one unknown item where only a run could tell. */
export function itemsOf(value: Value, call: ScopedNode): readonly Value[] {
  const { known, isOpen } = loopItems(value)
  return isOpen ? [...known, unknownItem(call)] : known
}

export function unknownItem(call: ScopedNode): Value {
  return unknownOf(`an item of ${sourceText(call)}`, { origin: call })
}

/** Puts into a list what is in a value; the list is open where only a run could tell. */
export function takeItems(into: ListValue, value: Value): void {
  const { known, isOpen } = loopItems(value)
  into.items.push(...known)
  into.isOpen ||= isOpen
}

/** What `for (key in value)` sees. */
export function loopKeys(value: Value): LoopItems {
  if (value.type === 'object') {
    const known = [...value.fields.keys()].filter((key) => !key.startsWith('#')).map(constantOf)
    return { known, isOpen: value.isOpen }
  }
  if (value.type === 'list')
    return { known: value.items.map((_, index) => constantOf(String(index))), isOpen: value.isOpen }
  return { known: [], isOpen: value.type !== 'constant' }
}

export function unknownKey(): Value {
  return unknownOf('a key', { isText: true })
}
