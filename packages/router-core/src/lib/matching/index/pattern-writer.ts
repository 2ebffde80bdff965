import { hasWholeSegmentsOnly } from '../../syntax/pattern/whole-segments.js'
import type { CompiledRoutes } from '../compiled-route.js'
import { toSteps, toWholeSegmentSteps } from './path-step.js'
import type { PathTrieBuilder } from './path-trie-builder.js'

/** Writes path patterns into a trie. */
export class PatternWriter {
  readonly #table: CompiledRoutes
  readonly #builder: PathTrieBuilder

  constructor(table: CompiledRoutes, builder: PathTrieBuilder) {
    this.#table = table
    this.#builder = builder
  }

  add(route: number): void {
    const builder = this.#builder
    const { pattern } = this.#table.routes[route] as CompiledRoutes['routes'][number]
    const steps = hasWholeSegmentsOnly(pattern)
      ? toWholeSegmentSteps(pattern)
      : toSteps(this.#table.compiled(route).path)
    builder.begin(route)
    for (const step of steps) {
      if (step.type === 'literal') builder.addText(step.text, 0, step.text.length)
      else builder.addChoice(step)
    }
    builder.end()
    if (!pattern.optionalTrailingSlash || steps.at(-1)?.type === 'rest') return
    builder.addText('/', 0, 1)
    builder.end()
  }
}
