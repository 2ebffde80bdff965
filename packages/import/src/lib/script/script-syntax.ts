import { attempt } from '@mvc-router/router-core/tools'
import { isTypeScript } from './script-files.js'
import { parse, type ParserOptions } from '@babel/parser'

/** A node of a syntax tree. Its fields depend on its type, and its offsets refer to the source. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Thrown for a text that is not a program. */
export class ScriptSyntaxException extends Error {
  override readonly name = 'ScriptSyntaxException'
  readonly offset: number

  constructor(message: string, offset: number, options?: ErrorOptions) {
    super(message, options)
    this.offset = offset
  }
}

/**
 * Parses a JavaScript or TypeScript program.
 *
 * @throws ScriptSyntaxException
 */
export function parseScript(text: string, file: string, startIndex = 0): SyntaxNode {
  const typed: ParserOptions['plugins'] = isTypeScript(file) ? ['typescript'] : []
  const language = isTypeScript(file) && !file.endsWith('x') ? typed : [...typed, 'jsx' as const]
  const parseWith = (decorators: 'decorators' | 'decorators-legacy'): SyntaxNode =>
    read(text, { sourceType: 'unambiguous', startIndex, plugins: [...language, decorators] })
  try {
    return parseWith('decorators')
  } catch (error) {
    // Only the older proposal allows decorators of parameters.
    try {
      return parseWith('decorators-legacy')
    } catch {
      throw error
    }
  }
}

/**
 * Parses one expression. Offsets count from its start.
 *
 * @throws ScriptSyntaxException
 */
export function parseExpression(code: string, file: string): SyntaxNode {
  const [statement] = statementsOf(parseScript(`(${code}\n)`, file, -1))
  return statement?.['expression'] as SyntaxNode
}

/**
 * Parses template code, which may contain `return` and `await` everywhere, and may declare a name twice.
 *
 * @param start the offset of the code in the template; negative if text was added before the code
 * @throws ScriptSyntaxException
 */
export function parseTemplateCode(text: string, start = 0): SyntaxNode {
  return read(text, { sourceType: 'script', startIndex: start })
}

const lenient: ParserOptions = {
  errorRecovery: true,
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowNewTargetOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowImportExportEverywhere: true,
  allowUndeclaredExports: true,
  attachComment: false,
}

function read(text: string, options: ParserOptions): SyntaxNode {
  try {
    return parse(text, { ...lenient, ...options }) as unknown as SyntaxNode
  } catch (error) {
    if (error instanceof RangeError)
      throw new ScriptSyntaxException('The code is nested too deeply', 0, { cause: error })
    if (!(error instanceof SyntaxError)) throw error
    const { pos } = error as { pos?: unknown }
    const message = error.message.replace(/ \(\d+:\d+\)$/, '')
    throw new ScriptSyntaxException(message, typeof pos === 'number' ? pos : 0, { cause: error })
  }
}

/** Returns the statements of a program. */
export function statementsOf(root: SyntaxNode): SyntaxNode[] {
  const { body } = (isSyntaxNode(root['program']) ? root['program'] : root) as SyntaxNode & {
    body: SyntaxNode[]
  }
  return body
}

/** Parses template code that is a single expression. Returns undefined for any other code. */
export function templateExpression(code: string, start = 0): SyntaxNode | undefined {
  const root = attempt(ScriptSyntaxException, () => parseTemplateCode(`(${code}\n)`, start - 1))
  if (root instanceof ScriptSyntaxException || firstMistake(root) !== undefined) return undefined
  const [statement, ...more] = statementsOf(root)
  if (statement?.type !== 'ExpressionStatement' || more.length > 0) return undefined
  return statement['expression'] as SyntaxNode
}

/** Returns the first mistake that did not stop the parser, such as a name that is declared twice. */
export function firstMistake(root: SyntaxNode): { offset: number; message: string } | undefined {
  const [first] = (root['errors'] ?? []) as { pos?: number; message?: string }[]
  return first && { offset: first.pos ?? 0, message: first.message ?? '' }
}

/** Returns the child nodes with their fields. */
export function childrenOf(node: SyntaxNode): [field: string, child: SyntaxNode][] {
  const children: [string, SyntaxNode][] = []
  for (const [field, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null || notChildren.has(field)) continue
    if (isSyntaxNode(value)) children.push([field, value])
    else if (Array.isArray(value))
      for (const child of value) if (isSyntaxNode(child)) children.push([field, child])
  }
  return children
}

/**
 * Calls `found` for every node in source order.
 *
 * @param isLeftOut true for nodes to skip with their children; the root is never skipped
 */
export function visitSyntax(
  root: SyntaxNode,
  found: (node: SyntaxNode) => void,
  isLeftOut: (node: SyntaxNode) => boolean = () => false,
): void {
  const waiting = [root]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found(node)
    for (const [, child] of childrenOf(node).toReversed()) if (!isLeftOut(child)) waiting.push(child)
  }
}

/** Returns the nodes that a predicate accepts, in source order. */
export function findSyntax(root: SyntaxNode, isMeant: (node: SyntaxNode) => boolean): SyntaxNode[] {
  const found: SyntaxNode[] = []
  visitSyntax(root, (node) => void (isMeant(node) && found.push(node)))
  return found
}

const notChildren: ReadonlySet<string> = new Set(['loc', 'extra', 'errors', 'comments', 'tokens'])

/** True for a node of a syntax tree. */
export function isSyntaxNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
