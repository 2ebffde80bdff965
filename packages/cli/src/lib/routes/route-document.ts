import type { IncludeLine, RouteLine } from '@mvc-router/router-core'
import { spanOf, type NamedSpan, type SourceText, type Span } from '../terminal/source-text.js'

export class RouteDocument {
  readonly path: string
  readonly source: SourceText
  readonly entries: readonly (RouteLine | IncludeLine)[]
  readonly #byLine: ReadonlyMap<number, RouteLine | IncludeLine>

  constructor(path: string, source: SourceText, entries: readonly (RouteLine | IncludeLine)[]) {
    this.path = path
    this.source = source
    this.entries = entries
    this.#byLine = new Map(entries.map((entry) => [entry.line, entry]))
  }

  /** @param line counts from 1 */
  entryAt(line: number): RouteLine | IncludeLine | undefined {
    return this.#byLine.get(line)
  }

  /** Returns the action of a line or of its redirection. Undefined for other targets. */
  actionOf(entry: RouteLine | IncludeLine): NamedSpan | undefined {
    if (entry.type !== 'route') return undefined
    const { target } = entry
    if (target.type !== 'action' && target.type !== 'redirectToAction') return undefined
    const name = target.call.action
    // The line does not contain the action's name if a `${key}` supplies it.
    const column = entry.lineText.indexOf(name, entry.targetColumn - 1)
    if (column < 0) return undefined
    return spanOf(name, this.source.offsetAt(entry.line - 1, column))
  }

  /** Returns the target without a comment. */
  targetOf({ line, lineText, targetColumn }: RouteLine | IncludeLine): Span {
    const start = this.source.offsetAt(line - 1, targetColumn - 1)
    const text = lineText.slice(targetColumn - 1).split(/[ \t]#/, 1)[0] ?? ''
    return { start, end: start + text.trimEnd().length }
  }

  get middleware(): NamedSpan[] {
    return this.entries
      .flatMap(({ middleware }) => middleware)
      .map(({ name, line, column }) => spanOf(name, this.source.offsetAt(line - 1, column - 1)))
  }
}
