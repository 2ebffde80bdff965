import { noArguments } from './action-call.js'
import { parseConstraint } from './pattern/constraint.js'
import { noFormats, noMiddleware, type RouteLine, type RouteModifiers } from './route-line.js'
import type { RoutePattern, RoutePatternPart } from './pattern/route-pattern.js'
import type { RouteTarget } from './route-target.js'

/** The text of a route file, which its simple lines share. */
export interface RouteFileText {
  /** The name shown in errors. */
  readonly file: string
  readonly text: string
}

/**
 * A line as nearly all lines of nearly all route files are: one method, a path whose variables are whole segments, an
 * action without arguments.
 *
 *   GET   /users/{<[0-9]+>id}/edit   userController.edit
 *         ^ patternStart         ^   ^ actionStart     ^ actionEnd
 *                           patternEnd
 *
 * It is kept as places in the text of its file, and says what the parser of all lines says of it, when somebody asks;
 * the tests compare the two. Without it, a file of 2,000 lines takes five times as long to read (decision 008).
 */
export class SimpleLine implements RouteLine {
  readonly source: RouteFileText
  readonly line: number
  readonly modifiers: RouteModifiers
  readonly columns: SimpleColumns

  constructor(source: RouteFileText, line: number, modifiers: RouteModifiers, columns: SimpleColumns) {
    this.source = source
    this.line = line
    this.modifiers = modifiers
    this.columns = columns
  }

  get type(): 'route' {
    return 'route'
  }

  get file(): string {
    return this.source.file
  }

  get method(): string {
    return this.columns.method
  }

  get formats(): readonly string[] {
    return noFormats
  }

  /** A line with middleware is read in full. */
  get middleware(): RouteLine['middleware'] {
    return noMiddleware
  }

  get predicates(): RouteLine['predicates'] {
    return noPredicates
  }

  get path(): string {
    return this.source.text.slice(this.columns.patternStart, this.columns.patternEnd)
  }

  get action(): string {
    return this.source.text.slice(this.columns.actionStart, this.columns.actionEnd)
  }

  get lineText(): string {
    return this.source.text.slice(this.columns.start, this.columns.end)
  }

  get targetColumn(): number {
    return this.columns.actionStart - this.columns.start + 1
  }

  /** A new object with each call. */
  get pattern(): RoutePattern {
    const text = this.path
    const { variables } = this.columns
    const optionalTrailingSlash = text.endsWith('/?')
    const parts: RoutePatternPart[] = []
    let at = 0
    for (let variable = 0; variable < variables; variable++) {
      const open = text.indexOf('{', at)
      const nameStart = text.charAt(open + 1) === '<' ? text.indexOf('>', open) + 1 : open + 1
      const close = text.indexOf('}', nameStart)
      const constraint =
        nameStart === open + 1 ? undefined : parseConstraint(text.slice(open + 2, nameStart - 1))
      parts.push({ type: 'literal', text: text.slice(at, open) })
      parts.push({ type: 'variable', name: text.slice(nameStart, close), constraint })
      at = close + 1
    }
    const end = optionalTrailingSlash ? text.length - 2 : text.length
    if (at < end) parts.push({ type: 'literal', text: text.slice(at, end) })
    return { text, host: undefined, parts, optionalTrailingSlash }
  }

  get target(): RouteTarget {
    return {
      type: 'action',
      call: { action: this.action, fixedArguments: noArguments, variables: noVariables },
    }
  }

  /** The line as data, as the parser gives it. */
  parse(): RouteLine {
    return {
      type: this.type,
      file: this.file,
      method: this.method,
      formats: this.formats,
      pattern: this.pattern,
      predicates: this.predicates,
      target: this.target,
      modifiers: this.modifiers,
      middleware: this.middleware,
      line: this.line,
      lineText: this.lineText,
      targetColumn: this.targetColumn,
    }
  }
}

const noPredicates: RouteLine['predicates'] = Object.freeze([])
const noVariables: readonly string[] = Object.freeze([])

/** Where the columns of a simple line are in the text of its file. */
export interface SimpleColumns {
  readonly method: string
  readonly start: number
  readonly end: number
  readonly patternStart: number
  readonly patternEnd: number
  /** How many variables the path has. */
  readonly variables: number
  readonly actionStart: number
  readonly actionEnd: number
}
