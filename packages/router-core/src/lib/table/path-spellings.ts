import { getOrInsert } from '../get-or-insert.js'
import type { RoutePattern, RoutePatternPart } from '../syntax/pattern/route-pattern.js'
import type { RouteTable } from './route-table.js'

/**
 * Finds lines whose literals differ from a path only in their case, segment by segment. It does not check the values of
 * variables, so its results must still be matched.
 */
export class PathSpellings {
  static readonly #known = new WeakMap<RouteTable, PathSpellings>()
  readonly #root = new SpellingNode()

  private constructor(table: RouteTable) {
    for (const [number, { pattern }] of table.routes.entries()) this.#add(number, pattern)
  }

  /** The spellings of a table. They are built at the first call, and kept as long as the table. */
  static of(table: RouteTable): PathSpellings {
    return getOrInsert(PathSpellings.#known, table, () => new PathSpellings(table))
  }

  /** The path with the literals of each line that may accept it, in file order. */
  of(path: string): string[] {
    if (!path.startsWith('/')) return []
    const segments = path.slice(1).split('/')
    const found: Line[] = []
    this.#root.collect(segments, 0, found)
    const lines = found.toSorted((left, right) => left.number - right.number)
    return [...new Set(lines.flatMap((line) => respell(path, line) ?? []))]
  }

  #add(number: number, { parts, optionalTrailingSlash }: RoutePattern): void {
    const line = { number, parts, optionalTrailingSlash }
    let node = this.#root
    const segments = toSegments(parts)
    for (const segment of segments) {
      if (segment === spanning) {
        node.tails.push(line)
        return
      }
      node = node.child(segment)
    }
    node.ends.push(line)
    if (optionalTrailingSlash) node.child('').ends.push(line)
  }
}

interface Line {
  readonly number: number
  readonly parts: readonly RoutePatternPart[]
  readonly optionalTrailingSlash: boolean
}

/** Segments that are not a literal: `variable`, or `spanning` if a value may contain slashes. */
const variable = Symbol('variable')
const spanning = Symbol('spanning')

class SpellingNode {
  readonly ends: Line[] = []
  readonly tails: Line[] = []
  readonly #children = new Map<string | typeof variable, SpellingNode>()

  child(segment: string | typeof variable): SpellingNode {
    const key = typeof segment === 'string' ? toLower(segment) : segment
    return getOrInsert(this.#children, key, () => new SpellingNode())
  }

  collect(segments: readonly string[], index: number, found: Line[]): void {
    found.push(...this.tails)
    const segment = segments[index]
    if (segment === undefined) {
      found.push(...this.ends)
      return
    }
    this.#children.get(toLower(segment))?.collect(segments, index + 1, found)
    this.#children.get(variable)?.collect(segments, index + 1, found)
  }
}

function toSegments(parts: readonly RoutePatternPart[]): (string | typeof variable | typeof spanning)[] {
  const segments: (string | typeof variable | typeof spanning)[] = []
  for (const part of parts) {
    if (part.type === 'variable') {
      if (part.constraint?.spansSegments === true) return [...segments.slice(0, -1), spanning]
      segments.splice(-1, 1, variable)
      continue
    }
    for (const [index, text] of part.text.split('/').entries()) {
      if (index > 0) segments.push(text)
      else if (text !== '') segments.splice(-1, 1, variable)
    }
  }
  return segments
}

/** The path with the literals as `parts` has them; undefined if the path does not have these literals. */
function respell(asked: string, { parts, optionalTrailingSlash }: Line): string | undefined {
  const path = optionalTrailingSlash && asked.endsWith('/') ? asked.slice(0, -1) : asked
  const lower = toLower(path)
  let spelled = ''
  let at = 0
  for (const [index, part] of parts.entries()) {
    if (part.type === 'variable') continue
    const text = toLower(part.text)
    const isLast = index === parts.length - 1
    // A variable ends where the next literal starts. The last literal is at the end of the path.
    const start = index === 0 ? 0 : isLast ? lower.length - text.length : lower.indexOf(text, at)
    if (start < at || !lower.startsWith(text, start)) return undefined
    spelled += path.slice(at, start) + part.text
    at = start + text.length
  }
  return spelled + path.slice(at) + asked.slice(path.length)
}

/** Changes only ASCII letters. Other letters are escapes, and the lower case of a few has another length. */
function toLower(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}
