import { getOrInsert } from '@mvc-router/constraint-language'
import type { Sliced } from '../slices.js'
import type { Route } from '../routes/route.js'
import { actionVariables } from '../syntax/route-target.js'

/** A candidate for an action's URL. The action's name sets `variables`. */
export interface ReverseCandidate {
  readonly index: number
  readonly variables: ReadonlyMap<string, string> | undefined
}

/** Finds the routes of an action. Names come from templates and programs, so they are only keys of Maps. */
export class ActionIndex {
  readonly #exact = new Map<string, ReverseCandidate[]>()
  readonly #ignoringCase = new Map<string, ReverseCandidate[]>()
  readonly #dynamic: { index: number; regex: RegExp; names: readonly string[] }[] = []
  readonly #ignoresCase: boolean

  private constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase
  }

  /** @param ignoresCase true if a name may also be found in another case */
  static *build(routes: readonly Route[], ignoresCase: boolean): Sliced<ActionIndex> {
    const built = new ActionIndex(ignoresCase)
    for (const [index, { action, target, modifiers }] of routes.entries()) {
      yield
      if (!isReversible(target.type)) continue
      const names = actionVariables(target)
      if (names.length > 0) {
        built.#dynamic.push({ index, regex: toRegex(action, ignoresCase), names })
        continue
      }
      const candidate = { index, variables: undefined }
      built.#add(action, candidate)
      const { name } = modifiers
      if (typeof name === 'string' && name !== action) built.#add(name, candidate)
    }
    return built
  }

  #add(name: string, candidate: ReverseCandidate): void {
    getOrInsert(this.#exact, name, () => []).push(candidate)
    if (this.#ignoresCase) getOrInsert(this.#ignoringCase, name.toLowerCase(), () => []).push(candidate)
  }

  has(action: string): boolean {
    return this.#exact.has(action)
  }

  /** The names that can be reversed, except names with variables. */
  get names(): Iterable<string> {
    return this.#exact.keys()
  }

  /** The candidates in file order. */
  candidates(action: string): readonly ReverseCandidate[] {
    const fixed = this.#exact.get(action) ?? this.#ignoringCase.get(action.toLowerCase()) ?? []
    if (this.#dynamic.length === 0) return fixed
    const dynamic = this.#dynamic.flatMap(({ index, regex, names }) => {
      const found = regex.exec(action)
      if (found === null) return []
      // The values keep the case of the action, because dispatching needs it. With `ignoresCase` they are in lower case.
      const write = (text = ''): string => (this.#ignoresCase ? text.toLowerCase() : text)
      return [{ index, variables: new Map(names.map((name, group) => [name, write(found[group + 1])])) }]
    })
    return dynamic.length === 0
      ? fixed
      : [...fixed, ...dynamic].toSorted((left, right) => left.index - right.index)
  }
}

function isReversible(type: Route['target']['type']): boolean {
  return type === 'action' || type === 'view' || type === 'staticDirectory' || type === 'staticFile'
}

/** The pattern of `{controller}.{action}`. No value contains a dot, because a path with a dot finds no action. */
function toRegex(action: string, ignoresCase: boolean): RegExp {
  const source = action.replace(/[.$]/g, '\\$&').replace(/\{\w+\}/g, '([\\w$]+)')
  return new RegExp(`^${source}$`, ignoresCase ? 'i' : '')
}
