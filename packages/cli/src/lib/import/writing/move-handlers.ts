import { getOrInsert } from '@mvc-router/router-core/tools'
import { readFileSync } from 'node:fs'
import type { SyntaxNode } from '../../script/script-syntax.js'
import type { ModuleStyle } from '../code/module-imports.js'
import type { ModuleWriter, WrittenConstant } from '../code/module-writer.js'
import type { HandlerNames, NamedHandler } from '../planning/handler-names.js'
import type { SourceModule } from '../program/source/source-module.js'
import { nameOf, nodeIn, nodesIn } from '../../script/syntax-fields.js'
import { firstUse } from './first-use.js'
import type { Value } from '../program/values/values.js'
import { type TextEdit, applyEdits } from '../../terminal/text-edits.js'
import { originOf } from '../program/values/known-facts.js'

/** A file of the program after its handlers have moved. */
export interface EditedFile {
  readonly file: string
  readonly text: string
}

interface Edit extends TextEdit {
  /** The name of a declaration that goes, and comes back with the import. */
  readonly moved?: string
}

/** The files that nothing can move from after all, since what has moved needs them. */
export function refusedFiles(names: HandlerNames, writer: ModuleWriter): Set<string> {
  const files = new Set<string>()
  for (const { value } of movedHandlers(names)) {
    const origin = originOf(value)
    if (origin === undefined) continue
    if (writer.imports.has(origin.scope.module.file)) files.add(origin.scope.module.file)
  }
  return files
}

/** A function in a loop is several handlers: each is written with its own values, and the loop stays. */
function repeatedNodes(handlers: readonly MovedHandler[]): Set<SyntaxNode> {
  const seen = new Map<SyntaxNode, Value>()
  const repeated = new Set<SyntaxNode>()
  for (const { value } of handlers) {
    const node = originOf(value)?.node
    if (node === undefined) continue
    const other = seen.get(node)
    if (other !== undefined && other !== value) repeated.add(node)
    seen.set(node, value)
  }
  return repeated
}

type Owner = 'controllers' | 'middleware'
type MovedHandler = NamedHandler & { readonly value: Value; readonly owner: Owner }

function movedHandlers({ actions, middleware }: HandlerNames): MovedHandler[] {
  return [...movedOf(actions.values(), 'controllers'), ...movedOf(middleware.values(), 'middleware')]
}

function movedOf(handlers: Iterable<NamedHandler>, owner: Owner): MovedHandler[] {
  return [...handlers].flatMap((each) =>
    each.isInline && each.code !== undefined && each.value !== undefined
      ? [{ ...each, value: each.value, owner }]
      : [],
  )
}

/**
 * The files that the moved handlers come from, with references in their places.
 *
 * @param specifierFrom how a file imports the module of controllers
 */
export function moveHandlers(
  names: HandlerNames,
  writer: ModuleWriter,
  style: ModuleStyle,
  specifierFrom: (file: string) => string,
): EditedFile[] {
  const byModule = new Map<
    SourceModule,
    { edits: Edit[]; owners: Set<Owner>; constants: WrittenConstant[]; tops: string[] }
  >()
  const changes = (module: SourceModule) =>
    getOrInsert(byModule, module, () => ({ edits: [], owners: new Set<Owner>(), constants: [], tops: [] }))
  const handlers = movedHandlers(names)
  const repeated = repeatedNodes(handlers)
  const moved = new Set<SyntaxNode>()
  for (const { value, name, owner } of handlers) {
    const origin = originOf(value)
    if (origin === undefined || repeated.has(origin.node)) continue
    const { node, scope } = origin
    // One function may be an action here and middleware there.
    if (moved.has(node)) continue
    moved.add(node)
    const change = changes(scope.module)
    const local = localName(scope.module, owner)
    const reference = `${local}.${name}`
    change.owners.add(owner)
    if (node.type === 'FunctionDeclaration') {
      const own = nameOf(nodeIn(node, 'id')) ?? ''
      change.edits.push({ start: node.start, end: node.end, text: '', moved: own })
      change.tops.push(`const ${own} = ${reference}`)
    } else if (node.type === 'ObjectMethod') {
      const key = nodeIn(node, 'key')
      const own = key === undefined ? '' : scope.module.source.text.slice(key.start, key.end)
      change.edits.push({ start: node.start, end: node.end, text: `${own}: ${reference}` })
    } else change.edits.push({ start: node.start, end: node.end, text: reference })
  }
  for (const constant of writer.constants) {
    const { owner, name } = constant
    if (owner === undefined || !owner.isModule || !byModule.has(owner.module)) continue
    const statement = declarationOf(owner.module, name)
    if (statement === undefined) continue
    const change = changes(owner.module)
    change.edits.push({ start: statement.start, end: statement.end, text: '', moved: name })
    change.constants.push(constant)
  }
  return [...byModule].map(([module, { edits, owners, constants, tops }]) => {
    const imported = [
      ...[...owners].map((owner) => {
        const local = localName(module, owner)
        return local === owner ? owner : style.isEsModule ? `${owner} as ${local}` : `${owner}: ${local}`
      }),
      ...constants.map(({ name, local }) =>
        name === local ? name : style.isEsModule ? `${local} as ${name}` : `${local}: ${name}`,
      ),
    ].join(', ')
    const specifier = specifierFrom(module.file)
    const line = style.isEsModule
      ? `import { ${imported} } from '${specifier}'`
      : `const { ${imported} } = require('${specifier}')`
    return { file: module.file, text: edited(module, edits, [line, ...tops], style) }
  })
}

/** The names of the constants that have moved: the module of controllers exports them. */
export function movedConstants(names: HandlerNames, writer: ModuleWriter): string[] {
  const handlers = movedHandlers(names)
  const repeated = repeatedNodes(handlers)
  const modules = new Set(
    handlers.flatMap(({ value }) => {
      const origin = originOf(value)
      return origin === undefined || repeated.has(origin.node) ? [] : [origin.scope.module]
    }),
  )
  return writer.constants.flatMap(({ owner, name, local }) =>
    owner?.isModule === true && modules.has(owner.module) && declarationOf(owner.module, name) !== undefined
      ? [local]
      : [],
  )
}

function localName(module: SourceModule, owner: Owner): string {
  const isTaken = new RegExp(`\\b${owner}\\b`).test(module.source.text)
  return isTaken ? `route${owner.charAt(0).toUpperCase()}${owner.slice(1)}` : owner
}

/** `const users = []`, `function isSafe() {}`: a statement of its own, outside of every function. */
function declarationOf({ program }: SourceModule, name: string): SyntaxNode | undefined {
  return nodesIn(program, 'body').find((statement) => {
    if (statement.type === 'FunctionDeclaration') return nameOf(nodeIn(statement, 'id')) === name
    if (statement.type !== 'VariableDeclaration') return false
    const [only, ...others] = nodesIn(statement, 'declarations')
    return others.length === 0 && only !== undefined && nameOf(nodeIn(only, 'id')) === name
  })
}

function edited(
  { file, source: { text }, program }: SourceModule,
  edits: readonly Edit[],
  lines: readonly string[],
  { isEsModule }: ModuleStyle,
): string {
  const statements = nodesIn(program, 'body')
  const starts = edits.map(({ start }) => start)
  const first = Math.min(...starts)
  const names = new Set(edits.flatMap(({ moved }) => (moved === undefined ? [] : [moved])))
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  // In CommonJS the module is required where it is needed first: what the program sets up before stays before.
  const at = isEsModule
    ? (imports.at(-1)?.end ?? 0)
    : ((firstUse(program, starts, names) ?? statements.find(({ end }) => end >= first))?.start ?? first)
  const insertion = isEsModule ? `\n${lines.join('\n')}` : `${lines.join('\n')}\n`
  const result = applyEdits(text, [
    { start: at, end: at, text: insertion },
    ...edits.map((edit) => withItsLine(edit, text)),
  ])
  return readFileSync(file, 'utf8').startsWith('#!') ? `#!${result.slice(2)}` : result
}

/** The line of a statement that has moved goes with it. */
function withItsLine(edit: TextEdit, text: string): TextEdit {
  const isWholeLine = edit.text === '' && /(^|\n)[ \t]*$/.test(text.slice(0, edit.start))
  if (!isWholeLine) return edit
  const [after = ''] = /^;?[ \t]*\r?\n?/.exec(text.slice(edit.end)) ?? []
  return { ...edit, end: edit.end + after.length }
}
