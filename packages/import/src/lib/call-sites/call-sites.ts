import { visitSyntax, type SyntaxNode } from '../script/script-syntax.js'
import { listIn, nodeIn, withoutTypes } from '../script/syntax-fields.js'
import type { ProgramPlace, RecordedApplication, RecordedUse } from '../record/recorded-application.js'
import { offsetOf, placeAt, type SourceModule, type SourceModules } from './source-module.js'

/** A piece of the program. */
export interface ProgramNode {
  readonly node: SyntaxNode
  readonly module: SourceModule
}

/** The expression of a handler; of one in a list, with its index there. */
export interface HandlerExpression extends ProgramNode {
  readonly items: readonly number[]
}

/** The calls of the program that registered something, found at their places in the stack. */
export class CallSites {
  readonly modules: SourceModules
  readonly #application: RecordedApplication
  readonly #calls = new Map<string, readonly SyntaxNode[]>()
  readonly #found = new Map<number, ProgramNode | undefined>()

  constructor(application: RecordedApplication, modules: SourceModules) {
    this.#application = application
    this.modules = modules
  }

  /** The call with this number; undefined if the source does not show it. */
  call(number: number | undefined): ProgramNode | undefined {
    const place = this.placeOf(number)
    if (number === undefined || place === undefined) return undefined
    if (!this.#found.has(number)) this.#found.set(number, this.at(place))
    return this.#found.get(number)
  }

  /** The call at a place of a stack. */
  at(place: ProgramPlace): ProgramNode | undefined {
    const module = this.modules.read(place.file)
    if (module === undefined) return undefined
    const node = callAt(this.#callsOf(module), offsetOf(module, place), module, place)
    return node && { node, module }
  }

  placeOf(number: number | undefined): ProgramPlace | undefined {
    return number === undefined ? undefined : this.#application.calls[number]?.place
  }

  /** `app.get('/users', users.list)`, shortened; the place, if the source does not show the call. */
  text(number: number | undefined): string {
    const call = this.call(number)
    if (call === undefined) return 'a call that the source does not show'
    const text = call.module.text.slice(call.node.start, call.node.end).replaceAll(/\s+/g, ' ')
    return text.length > 60 ? `${text.slice(0, 57)}...` : text
  }

  /** The expression that gave a handler to its call, or the list that it is an item of. */
  expression({ call, position }: RecordedUse): HandlerExpression | undefined {
    const found = this.call(call)
    let [index, ...items] = position
    if (found === undefined) return undefined
    let list = listIn(found.node, 'arguments')
    while (index !== undefined) {
      const spread = list.slice(0, index + 1).findIndex((each) => each?.type === 'SpreadElement')
      const spreadNode = list[spread]
      const spreadList = spreadNode && nodeIn(spreadNode, 'argument')
      if (spreadList !== undefined)
        return { node: withoutTypes(spreadList), module: found.module, items: [index - spread, ...items] }
      const given = list[index]
      if (given === undefined) return undefined
      const node = withoutTypes(given)
      if (items.length === 0 || node.type !== 'ArrayExpression') return { node, module: found.module, items }
      list = listIn(node, 'elements')
      ;[index, ...items] = items
    }
    return undefined
  }

  /** Every place that registered, as `file:offset of the call`. */
  registered(): ReadonlySet<SyntaxNode> {
    return new Set(this.#application.calls.flatMap((_, number) => this.call(number)?.node ?? []))
  }

  callsIn(module: SourceModule): readonly SyntaxNode[] {
    return this.#callsOf(module)
  }

  #callsOf(module: SourceModule): readonly SyntaxNode[] {
    const known = this.#calls.get(module.file)
    if (known !== undefined) return known
    const calls: SyntaxNode[] = []
    visitSyntax(module.program, (node) => {
      if (/^(Optional)?CallExpression$/.test(node.type)) calls.push(node)
    })
    this.#calls.set(module.file, calls)
    return calls
  }
}

/** The place where a call is shown: that of the method's name. */
export function placeOfCall({ node, module }: ProgramNode): ProgramPlace {
  return placeAt(module, startOf(node))
}

function startOf(node: SyntaxNode): number {
  const callee = nodeIn(node, 'callee')
  return (callee && nodeIn(callee, 'property'))?.start ?? callee?.start ?? node.start
}

/** An engine names the method of the call, or its beginning; a map of a compiler, something in the line. */
function callAt(
  calls: readonly SyntaxNode[],
  offset: number,
  module: SourceModule,
  { line }: ProgramPlace,
): SyntaxNode | undefined {
  return (
    calls.find((node) => startOf(node) === offset) ??
    // `app.delete(`: behind a word of the language, the bracket counts.
    calls.find((node) => nodeIn(node, 'callee')?.end === offset) ??
    calls.find(
      (node) => node.start === offset && nodeIn(nodeIn(node, 'callee') ?? node, 'property') !== undefined,
    ) ??
    calls.findLast((node) => node.start <= offset && offset < startOf(node) + 1) ??
    calls.find((node) => placeAt(module, startOf(node)).line === line)
  )
}
