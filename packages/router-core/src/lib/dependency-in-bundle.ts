import * as levenshtein from 'fastest-levenshtein'
import Negotiator from 'negotiator'

const bundled: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['fastest-levenshtein', levenshtein],
  ['negotiator', Negotiator],
])

/** Replaces `dependency.ts` in bundles. A bundle contains only packages that are imported, and none that need Node. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- who asks for a package knows its type
export function dependency<Module>(name: string): () => Module {
  return () => {
    const found = bundled.get(name)
    if (found === undefined) throw new Error(`This needs the package ${name}, which runs on Node only`)
    return found as Module
  }
}
