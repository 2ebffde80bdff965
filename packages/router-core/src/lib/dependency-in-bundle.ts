import * as levenshtein from 'fastest-levenshtein'
import Negotiator from 'negotiator'

const bundled: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['fastest-levenshtein', levenshtein],
  ['negotiator', Negotiator],
])

/** Replaces `dependency.ts` in bundles. A bundle contains only imported packages that run without Node. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows the type of the package
export function dependency<Module>(name: string): () => Module {
  return () => {
    const found = bundled.get(name)
    if (found === undefined) throw new Error(`A call needs the package ${name}, which runs on Node only`)
    return found as Module
  }
}
