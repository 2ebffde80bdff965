import { nodeIn } from '../../script/syntax-fields.js'
import { sourceText } from './values/call-place.js'
import type { OpenCondition, RouteCondition } from './values/values.js'

/** The conditions under which the code runs that is being followed. */
export class OpenConditions {
  readonly #conditions: RouteCondition[] = []

  get count(): number {
    return this.#conditions.length
  }

  list(): readonly RouteCondition[] {
    return [...this.#conditions]
  }

  /** Whether all but the first of them hold where the environment says nothing; undefined where only a run could tell. */
  assumedBehind(count: number): boolean | undefined {
    const behind = this.#conditions.slice(count)
    if (behind.some(({ assumed, isNegated }) => assumed === isNegated)) return false
    return behind.some(({ assumed }) => assumed === undefined) ? undefined : true
  }

  /** Holds until the block ends: one side of an `if` has left it. */
  add(condition: OpenCondition, isNegated: boolean): void {
    const { node, asks, among, assumed } = condition
    const inner =
      node.type === 'UnaryExpression' && node['operator'] === '!' ? nodeIn(node, 'argument') : undefined
    if (inner !== undefined) {
      this.add(
        { ...condition, node: inner, assumed: assumed === undefined ? undefined : !assumed },
        !isNegated,
      )
      return
    }
    const others = among?.map((each) => sourceText({ node: each, scope: condition.scope })).join(' or ')
    const has = asks === undefined ? '' : ` has ${asks}`
    const text = sourceText(condition) + (others === undefined ? has : ` is ${others}`)
    this.#conditions.push({ ...condition, isNegated, text })
  }

  /** Runs a block: what it adds ends with it. */
  within<Result>(run: () => Result): Result {
    const count = this.#conditions.length
    try {
      return run()
    } finally {
      this.#conditions.length = count
    }
  }

  under<Result>(condition: OpenCondition, isNegated: boolean, run: () => Result): Result {
    return this.within(() => {
      this.add(condition, isNegated)
      return run()
    })
  }
}
