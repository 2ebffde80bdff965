import { getOrInsert } from '@mvc-router/router-core/tools'
import { readFileSync } from 'node:fs'
import { importLine } from '../script/import-line.js'
import { Scopes } from '../script/scopes.js'
import type { SyntaxNode } from '../script/script-syntax.js'
import { nameOf, nodeIn, nodesIn } from '../script/syntax-fields.js'
import { type TextEdit, applyEdits } from '../script/text-edits.js'
import { specifierFrom, type ModuleStyle } from '../code/module-imports.js'
import type { WrittenConstant } from '../code/module-writer.js'
import type { HandlerNames } from '../planning/handler-names.js'
import type { ProgramNode } from '../call-sites/call-sites.js'
import { offsetOf, type SourceModule } from '../call-sites/source-module.js'
import type { ProgramPlace, RecordedHandler } from '../record/recorded-application.js'
import { isReference, partsOf } from '../script/scopes.js'

export interface EditedFile {
  readonly file: string
  readonly text: string
  readonly module: SourceModule
  readonly edits: readonly TextEdit[]
  /** The names that the inserted import declares. */
  readonly imported: readonly (readonly [name: string, local: string])[]
  /** The line of the inserted import in the new text. */
  readonly line: number
}

interface Edit extends TextEdit {
  /** The name whose declaration is removed. Inserted lines declare it again. */
  readonly moved?: string
}

type Owner = 'controllers' | 'middleware'

interface MovedHandler extends ProgramNode {
  readonly handler: RecordedHandler | undefined
  readonly name: string
  readonly owner: Owner
}

/** Returns files whose handlers cannot move, because the written module must import these files. */
export function refusedFiles(names: HandlerNames): Set<string> {
  const files = movedHandlers(names).map(({ module }) => module.file)
  return new Set(files.filter((file) => names.writer.imports.has(file)))
}

function movedHandlers({ actions, middleware }: HandlerNames): MovedHandler[] {
  return [...movedOf(actions, 'controllers'), ...movedOf(middleware, 'middleware')]
}

function movedOf(handlers: HandlerNames['actions'], owner: Owner): MovedHandler[] {
  return [...handlers.values()].flatMap(({ name, code, inline, handler }) =>
    inline !== undefined && code !== undefined ? [{ name, owner, handler, ...inline }] : [],
  )
}

interface FileChange {
  readonly edits: Edit[]
  readonly owners: Set<Owner>
  readonly constants: WrittenConstant[]
  /** Lines after the import. */
  readonly tops: string[]
}

/** Returns the files with references instead of the moved handlers, and the constants that also move. */
export function moveHandlers(names: HandlerNames): {
  readonly files: EditedFile[]
  readonly constants: string[]
} {
  const { writer } = names
  const { style } = writer
  const byModule = new Map<SourceModule, FileChange>()
  const changeOf = (module: SourceModule): FileChange =>
    getOrInsert(byModule, module, () => ({ edits: [], owners: new Set(), constants: [], tops: [] }))
  const handlers = movedHandlers(names)
  const moved = new Set<SyntaxNode>()
  for (const { name, owner, node, module, handler } of handlers) {
    // A function in a loop has several handlers. The written module gets one copy for each, and the loop stays.
    if (handlers.some((other) => other.node === node && other.handler !== handler)) continue
    // A function may be both an action and middleware.
    if (moved.has(node)) continue
    moved.add(node)
    const change = changeOf(module)
    // A function that other moved functions call moves as a constant.
    if (writer.constants.some(({ value }) => value === node)) continue
    const local = localName(module, owner)
    const reference = `${local}.${name}`
    change.owners.add(owner)
    if (node.type === 'FunctionDeclaration') {
      const own = nameOf(nodeIn(node, 'id')) ?? ''
      change.edits.push({ start: commentStart(module, node), end: node.end, text: '', moved: own })
      change.tops.push(`const ${own} = ${reference}`)
    } else if (node.type === 'ObjectMethod') {
      const key = nodeIn(node, 'key')
      const own = key === undefined ? '' : module.text.slice(key.start, key.end)
      change.edits.push({ start: node.start, end: node.end, text: `${own}: ${reference}` })
    } else change.edits.push({ start: node.start, end: node.end, text: reference })
  }
  // A function such as `show` in `wrap(show)` moves even from a file without moved handlers.
  for (const { name, module, value, isOfModule } of writer.constants)
    if (
      isOfModule &&
      /Function/.test(value.type) &&
      module.isUtf8 &&
      !writer.imports.has(module.file) &&
      declarationOf(module, name) !== undefined
    )
      changeOf(module)
  for (const constant of writer.constants) {
    const { name, module, isOfModule } = constant
    const change = isOfModule ? byModule.get(module) : undefined
    const statement = declarationOf(module, name)
    if (change === undefined || statement === undefined) continue
    change.edits.push({ start: commentStart(module, statement), end: statement.end, text: '', moved: name })
    change.constants.push(constant)
  }
  return {
    files: [...byModule].map(([module, { edits, owners, constants, tops }]) => {
      // If only moved code uses a constant, its old file does not need it any more.
      const needed = constants.filter(({ name }) => refersTo(module.program, new Set([name]), edits))
      const imported = [
        ...Array.from(owners, (owner) => [owner, localName(module, owner)] as const),
        ...needed.map(({ name, local }) => [local, name] as const),
      ]
      const specifier = specifierFrom(module.file, writer.imports.file, style)
      const lines = imported.length === 0 ? [] : [importLine(imported, specifier, style)]
      return { ...edited(module, edits, [...lines, ...tops], style), imported }
    }),
    constants: [...byModule.values()].flatMap(({ constants }) => constants.map(({ local }) => local)),
  }
}

/** Returns a name for the module's `controllers` or `middleware` that the program does not declare. */
export function localName({ program }: SourceModule, owner: Owner): string {
  return Scopes.of(program).declaredIn(program).has(owner)
    ? `route${owner.charAt(0).toUpperCase()}${owner.slice(1)}`
    : owner
}

/** Returns the start of the comment `/**` above a statement, or of the statement. */
function commentStart({ text, comments }: SourceModule, { start }: SyntaxNode): number {
  // A glob in a string may contain the same characters, so only the parser finds comments.
  const comment = comments.findLast(({ end }) => end <= start)
  const isAbove = comment !== undefined && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(comment.end, start))
  return isAbove && text.startsWith('/**', comment.start) ? comment.start : start
}

/** Returns the start of all comments directly above a statement, or of the statement. */
function commentsStart({ text, comments }: SourceModule, { start: from }: SyntaxNode): number {
  return comments.reduceRight((start, comment) => {
    const isAbove = comment.end <= start && /^[ \t]*\r?\n[ \t]*$/.test(text.slice(comment.end, start))
    // A comment behind code belongs to this code.
    return isAbove && /(?:^|\n)[ \t]*$/.test(text.slice(0, comment.start)) ? comment.start : start
  }, from)
}

/** Returns the comment of a moved statement, with a line end. */
export function commentOf({ node, module }: ProgramNode, indent = ''): string {
  const comment = module.text.slice(commentStart(module, node), node.start).trim()
  return comment === '' ? '' : `${indent}${comment.replaceAll(/\r?\n\s*/g, `\n${indent} `)}\n`
}

/** Finds a top-level statement that declares only this name: `const users = []`, `function isSafe() {}`. */
function declarationOf({ program }: SourceModule, name: string): SyntaxNode | undefined {
  return nodesIn(program, 'body').find((statement) => {
    if (statement.type === 'FunctionDeclaration') return nameOf(nodeIn(statement, 'id')) === name
    if (statement.type !== 'VariableDeclaration') return false
    const [only, ...others] = nodesIn(statement, 'declarations')
    return others.length === 0 && only !== undefined && nameOf(nodeIn(only, 'id')) === name
  })
}

/** Returns the new position of a place, after handlers have moved. */
export function placeAfter(files: readonly EditedFile[], place: ProgramPlace): ProgramPlace {
  const edit = files.find(({ file }) => file === place.file)
  if (edit === undefined) return place
  const offset = offsetOf(edit.module, place)
  const edits = edit.edits.filter(({ end }) => end <= offset)
  const lines = applyEdits(edit.module.text.slice(0, offset), edits).split('\n')
  return { file: place.file, line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

function edited(
  module: SourceModule,
  handlers: readonly Edit[],
  lines: readonly string[],
  { isEsModule }: ModuleStyle,
): Omit<EditedFile, 'imported'> {
  const { file, text, program } = module
  const statements = nodesIn(program, 'body')
  const places = handlers.map(({ end }) => end - 1)
  const first = Math.min(...places)
  const names = new Set(handlers.flatMap(({ moved }) => (moved === undefined ? [] : [moved])))
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration')
  // In CommonJS, the line precedes the first use, so code above it still runs before the written module.
  const before = firstUse(program, places, names) ?? statements.find(({ end }) => end >= first)
  const at = isEsModule
    ? (imports.at(-1)?.end ?? 0)
    : before === undefined
      ? first
      : commentsStart(module, before)
  const end = semicolonBefore(text.slice(at))
  const insertion =
    lines.length === 0 ? '' : isEsModule ? `\n${lines.join('\n')}${end}` : `${lines.join('\n')}\n${end}`
  const edits = [
    { start: at, end: at, text: insertion },
    ...handlers.map((edit) => withItsLine(edit, text, at)),
  ]
  const result = applyEdits(text, edits)
  const isScript = readFileSync(file, 'utf8').startsWith('#!')
  const line = result.slice(0, result.indexOf(lines.join('\n'))).split('\n').length
  return { file, module, edits, line, text: isScript ? `#!${result.slice(2)}` : result }
}

/**
 * Returns the first statement that needs a name or contains a place. A function's body counts at its first use, because
 * it may be called before its declaration.
 */
function firstUse(
  program: SyntaxNode,
  places: readonly number[],
  names: ReadonlySet<string>,
): SyntaxNode | undefined {
  const statements = nodesIn(program, 'body')
  const functions = statements.filter(({ type }) => type === 'FunctionDeclaration')
  const needed = new Set(names)
  const needs = (statement: SyntaxNode): boolean =>
    places.some((place) => place >= statement.start && place < statement.end) || refersTo(statement, needed)
  let size = -1
  while (size < needed.size) {
    size = needed.size
    for (const declaration of functions) {
      const name = nameOf(nodeIn(declaration, 'id'))
      if (name !== undefined && !needed.has(name) && needs(declaration)) needed.add(name)
    }
  }
  return statements.find((statement) => !functions.includes(statement) && needs(statement))
}

/** @param removed changes whose old code does not count */
function refersTo(node: SyntaxNode, names: ReadonlySet<string>, removed: readonly Edit[] = []): boolean {
  const visit = (each: SyntaxNode, parent: SyntaxNode | undefined, field: string): boolean => {
    if (removed.some(({ start, end }) => each.start >= start && each.end <= end)) return false
    if (each.type === 'Identifier') return isReference(parent, field) && names.has(nameOf(each) ?? '')
    return partsOf(each).some(([key, child]) => visit(child, each, key))
  }
  return visit(node, undefined, '')
}

/** Extends the removal of a statement to its whole line. */
function withItsLine(edit: TextEdit, text: string, insertedAt: number): TextEdit {
  if (edit.text !== '') return edit
  const isWholeLine = /(^|\n)[ \t]*$/.test(text.slice(0, edit.start))
  const [after = ''] = isWholeLine ? (/^;?[ \t]*\r?\n?/.exec(text.slice(edit.end)) ?? []) : []
  const end = edit.end + after.length
  return { ...edit, end, text: insertedAt === end ? '' : semicolonBefore(text.slice(end)) }
}

/** Returns a semicolon if the code would otherwise continue the line before: `(async () => {})()`. */
function semicolonBefore(code: string): string {
  const withoutComments = code.replace(/^(?:\s|\/\/.*|\/\*[^]*?\*\/)+/, '')
  return /^[([`+\-/*]/.test(withoutComments) ? ';' : ''
}
