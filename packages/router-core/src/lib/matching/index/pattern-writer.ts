import { getOrInsert } from '../../get-or-insert.js'
import { parseConstraint } from '../../syntax/pattern/constraint.js'
import { hasWholeSegmentsOnly } from '../../syntax/pattern/whole-segments.js'
import type { RouteEntry } from '../../routes/route-entry.js'
import { SimpleLine } from '../../syntax/simple-line.js'
import type { CompiledRoutes } from '../compiled-route.js'
import { toSegmentStep, toSteps, toWholeSegmentSteps, type ChoiceStep } from './path-step.js'
import type { PathTrie } from './path-trie.js'
import type { RoutePattern } from '../../syntax/pattern/route-pattern.js'

/** Writes path patterns into a trie: those of simple lines straight from the text of their file. */
export class PatternWriter {
  readonly #table: CompiledRoutes
  readonly #trie: PathTrie
  readonly #anySegment = toVariableStep(undefined)
  readonly #segments = new Map<string, ChoiceStep>()

  constructor(table: CompiledRoutes, trie: PathTrie) {
    this.#table = table
    this.#trie = trie
  }

  /** @param end what the trie is to hold where the path ends, if that is not the route */
  add(entry: RouteEntry, route: number, end: number = route): void {
    if (entry instanceof SimpleLine) this.#addSimpleLine(entry, end)
    else this.#addPattern(entry.pattern, route, end)
  }

  #addSimpleLine({ source: { text }, columns }: SimpleLine, end: number): void {
    const { patternStart, patternEnd, variables } = columns
    const trie = this.#trie
    const isSlashOptional = text.charCodeAt(patternEnd - 1) === questionMark
    const textEnd = isSlashOptional ? patternEnd - 2 : patternEnd
    let at = patternStart
    trie.begin(end)
    for (let variable = 0; variable < variables; variable++) {
      const open = text.indexOf('{', at)
      const isConstrained = text.charCodeAt(open + 1) === lessThan
      const nameStart = isConstrained ? text.indexOf('>', open) + 1 : open + 1
      trie.addText(text, at, open)
      trie.addChoice(isConstrained ? this.#segmentOf(text.slice(open + 2, nameStart - 1)) : this.#anySegment)
      at = text.indexOf('}', nameStart) + 1
    }
    if (at < textEnd) trie.addText(text, at, textEnd)
    this.#end(isSlashOptional)
  }

  #addPattern(pattern: RoutePattern, route: number, end: number): void {
    const trie = this.#trie
    const steps = hasWholeSegmentsOnly(pattern)
      ? toWholeSegmentSteps(pattern)
      : toSteps(this.#table.compiled(route).path)
    trie.begin(end)
    for (const step of steps) {
      if (step.type === 'literal') trie.addText(step.text, 0, step.text.length)
      else trie.addChoice(step)
    }
    this.#end(pattern.optionalTrailingSlash && steps.at(-1)?.type !== 'rest')
  }

  #end(isSlashOptional: boolean): void {
    this.#trie.end()
    if (!isSlashOptional) return
    this.#trie.addText('/', 0, 1)
    this.#trie.end()
  }

  #segmentOf(constraint: string): ChoiceStep {
    return getOrInsert(this.#segments, constraint, () => toVariableStep(constraint))
  }
}

function toVariableStep(constraint: string | undefined): ChoiceStep {
  return toSegmentStep({
    type: 'variable',
    name: 'value',
    constraint: constraint === undefined ? undefined : parseConstraint(constraint),
  })
}

const lessThan = 60
const questionMark = 63
