import { getOrInsert } from '@mvc-router/router-core/tools'
import { Scopes, type Binding } from '../script/scopes.js'
import { findSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { lastName, listIn, nodeIn, withoutTypes } from '../script/syntax-fields.js'
import type {
  ProgramPlace,
  RecordedApplication,
  RecordedCall,
  RecordedUse,
} from '../record/recorded-application.js'
import { offsetOf, placeAt, type SourceModule, type SourceModules } from './source-module.js'

export interface ProgramNode {
  readonly node: SyntaxNode
  readonly module: SourceModule
}

export function findBinding({ node, module }: ProgramNode, name: string): Binding | undefined {
  return Scopes.of(module.program).find(node, name)
}

/** The expression of a handler. If it is a list, `items` are the handler's indexes in it. */
export interface HandlerExpression extends ProgramNode {
  readonly items: readonly number[]
}

/** Finds registering calls in the source by their places in the call stack. */
export class CallSites {
  readonly modules: SourceModules
  readonly #application: RecordedApplication
  readonly #calls = new Map<string, readonly SyntaxNode[]>()
  readonly #found = new Map<RecordedCall, ProgramNode | undefined>()

  constructor(application: RecordedApplication, modules: SourceModules) {
    this.#application = application
    this.modules = modules
  }

  /** Returns the node of a call, or undefined if it is not in the source. */
  call(call: RecordedCall | undefined): ProgramNode | undefined {
    if (call?.place === undefined) return undefined
    if (!this.#found.has(call)) this.#found.set(call, this.at(call.place))
    return this.#found.get(call)
  }

  at(place: ProgramPlace): ProgramNode | undefined {
    const module = this.modules.read(place.file)
    if (module === undefined) return undefined
    const node = callAt(this.callsIn(module), offsetOf(module, place), module, place)
    return node && { node, module }
  }

  /** Returns the shortened code of a call, such as `app.get('/users', users.list)`. */
  text(call: RecordedCall | undefined): string {
    const found = this.call(call)
    if (found !== undefined) return shortText(found)
    const byPackage = this.registeringPackage(call)
    return byPackage === undefined ? 'a call that the source does not show' : `a call of ${byPackage}`
  }

  /** Returns the argument that is the handler or the list with the handler. */
  expression({ call, position }: RecordedUse): HandlerExpression | undefined {
    const found = this.call(call)
    let [step, ...steps] = position
    if (found === undefined || this.registeringPackage(call) !== undefined) return undefined
    let list = listIn(found.node, 'arguments')
    while (step !== undefined) {
      const items = steps.map(({ index }) => index)
      const types = list.map((each) => each?.type)
      const [first, last] = [types.indexOf('SpreadElement'), types.lastIndexOf('SpreadElement')]
      const isBefore = first < 0 || step.index < first
      const spread = isBefore || step.after < list.length - 1 - last ? undefined : list[first]
      const spreadList = spread && nodeIn(spread, 'argument')
      if (spreadList !== undefined)
        // The lengths of two spread lists are not known.
        return first === last
          ? { node: withoutTypes(spreadList), module: found.module, items: [step.index - first, ...items] }
          : undefined
      const given = list[isBefore ? step.index : list.length - 1 - step.after]
      if (given === undefined) return undefined
      const node = withoutTypes(given)
      // A text is no handler. In `app.get('/users', 'users', list)`, a package replaces the route's name by one.
      if (node.type === 'StringLiteral') return undefined
      if (items.length === 0 || node.type !== 'ArrayExpression') return { node, module: found.module, items }
      list = listIn(node, 'elements')
      ;[step, ...steps] = steps
    }
    return undefined
  }

  /**
   * Returns the package that registers its own handlers, as in `register(app)`. Returns undefined if the program called
   * the method itself, and a package only passed this call on to Express.
   */
  registeringPackage(call: RecordedCall | undefined): string | undefined {
    const { byPackage, method, place } = call ?? {}
    const found = byPackage === undefined ? undefined : this.call(call)
    if (found === undefined || place === undefined) return byPackage
    const { line, column } = placeOfCall(found)
    const isForwarded =
      line === place.line &&
      column === place.column &&
      lastName(nodeIn(found.node, 'callee') ?? found.node) === method
    return isForwarded ? undefined : byPackage
  }

  /** Returns the nodes of all calls that registered something, directly or through a function of the program. */
  registered(): ReadonlySet<SyntaxNode> {
    return new Set(this.#application.places.flatMap((place) => this.at(place)?.node ?? []))
  }

  callsIn(module: SourceModule): readonly SyntaxNode[] {
    return getOrInsert(this.#calls, module.file, () =>
      findSyntax(module.program, ({ type }) => /^(Optional)?CallExpression$/.test(type)),
    )
  }
}

export function shortText({ node, module }: ProgramNode): string {
  const text = module.text.slice(node.start, node.end).replaceAll(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Returns the place of `get` in `app.get()`, or of `f` in `f()`. */
export function placeOfCall({ node, module }: ProgramNode): ProgramPlace {
  return placeAt(module, startOf(node))
}

function startOf(node: SyntaxNode): number {
  const callee = nodeIn(node, 'callee') ?? node
  return (nodeIn(callee, 'property') ?? callee).start
}

/** Finds a call by the place of its name or its start. With a source map, maybe only the line is correct. */
function callAt(
  calls: readonly SyntaxNode[],
  offset: number,
  module: SourceModule,
  { line }: ProgramPlace,
): SyntaxNode | undefined {
  return (
    calls.find((node) => startOf(node) === offset) ??
    // In `app.delete(`, the name is a keyword, so the place is the bracket.
    calls.find((node) => nodeIn(node, 'callee')?.end === offset) ??
    calls.find(
      (node) => node.start === offset && nodeIn(nodeIn(node, 'callee') ?? node, 'property') !== undefined,
    ) ??
    calls.findLast((node) => node.start <= offset && offset < startOf(node) + 1) ??
    calls.find((node) => placeAt(module, startOf(node)).line === line)
  )
}
