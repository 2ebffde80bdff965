import { truthOf } from './known-facts.js'
import type { ExpressRouter, Value } from './values.js'

export function setMember(object: Value, key: string, value: Value): void {
  if (object.type === 'unknown') object.members.set(key, value)
  else if (object.type === 'list') {
    const index = Number(key)
    if (Number.isInteger(index) && index >= 0 && index <= object.items.length) object.items[index] = value
  } else if ('fields' in object) {
    object.fields.set(key, value)
    if (object.type === 'router') setSetting(object, key, value)
  }
}

function setSetting(router: ExpressRouter, key: string, value: Value): void {
  const truth = truthOf(value)
  if (truth === undefined) return
  if (key === 'strict') router.isStrict = truth
  if (key === 'caseSensitive') router.isCaseSensitive = truth
}
