import { assumedConstant, isText } from './known-facts.js'
import { undefinedValue } from './make-values.js'
import { unknownAt } from './unknown-at.js'
import type { ScopedNode, Value } from './values.js'

/** One value where all ways agree; else what only a run could tell, and what is assumed where one of them is. */
export function joinValues(values: readonly Value[], at: ScopedNode, assumed?: Value): Value {
  const distinct = [
    ...new Map(values.map((each) => [each.type === 'constant' ? each.constant : each, each])).values(),
  ]
  const present = distinct.filter(
    (each) => !(each.type === 'constant' && (each.constant ?? undefined) === undefined),
  )
  const [only = undefinedValue, ...others] = present.length > 0 ? present : distinct
  if (others.length === 0) return only
  // If one of them is a router, only the router matters. Which of several gets its routes later does not.
  const routers = present.filter((each) => each.type === 'router')
  const withRoutes = routers.filter(({ registrations }) => registrations.length > 0)
  const isKnown = withRoutes.length <= 1
  return (
    (isKnown ? (withRoutes[0] ?? routers[0]) : undefined) ??
    unknownAt(at, { isText: present.every(isText), fallback: assumedConstant(assumed) })
  )
}
