import { shorten } from '@mvc-router/router-core/tools'
import type { SourceText } from '../../terminal/source-text.js'
import { isMisspeltRoute } from '../misspelt-route.js'
import type {
  FindLinksOptions,
  FoundLinks,
  LinkAction,
  LinkArgument,
  LinkPurpose,
  LinkValue,
  TemplateLink,
} from '../template-link.js'
import { visitTree } from '../visit-tree.js'

export interface HandlebarsModule {
  parse(source: string): unknown
  parseWithoutProcessing?(source: string): unknown
  precompile?(source: string): unknown
}

interface HandlebarsNode {
  readonly type: string
  /** Lines count from 1, and columns from 0. */
  readonly loc: { readonly start: { readonly line: number; readonly column: number } }
  readonly [field: string]: unknown
}

/** Finds links: `{{route "a.b" id=5}}`, blocks, subexpressions, `{{isRoute "a.*"}}`, `{{route.reverse "a.b"}}`. */
export function findHandlebarsLinks(
  source: SourceText,
  handlebars: HandlebarsModule,
  { attributeName }: FindLinksOptions,
): FoundLinks {
  const links: TemplateLink[] = []
  let root: unknown
  try {
    root = handlebars.parseWithoutProcessing?.(source.text) ?? handlebars.parse(source.text)
    // Some mistakes appear only during compilation, which does not run the template.
    handlebars.precompile?.(source.text)
  } catch (error) {
    return { links, unread: [], problems: [readProblem(error, source)] }
  }
  visitTree(root, isNode, (node) => {
    const purpose = linkPurpose(node['path'], attributeName)
    const params = Array.isArray(node['params']) ? (node['params'] as HandlebarsNode[]) : []
    if (params.length === 0) return
    if (purpose !== undefined) links.push(toLink(node, purpose, params, source))
    else if (isNode(node['path']) && isMisspeltRoute(String(node['path']['original']))) {
      const link = toLink(node, 'url', params, source)
      if (!link.isDynamic) links.push({ ...link, misspelt: String(node['path']['original']), isGuess: true })
    }
  })
  return { links, problems: [], unread: [] }
}

function linkPurpose(path: unknown, attributeName: string): LinkPurpose | undefined {
  if (!isNode(path) || typeof path['original'] !== 'string') return undefined
  const name = path['original'].replace(/^(?:@root\.|this\.|\.\/|(?:\.\.\/)*)/, '')
  if (name === 'route' || [attributeName, `${attributeName}.reverse`, `${attributeName}.href`].includes(name))
    return 'url'
  if (name === `${attributeName}.signed`) return 'signed'
  return name === 'isRoute' || name === `${attributeName}.isCurrent` ? 'name' : undefined
}

function toLink(
  node: HandlebarsNode,
  purpose: LinkPurpose,
  [action, ...values]: readonly HandlebarsNode[],
  source: SourceText,
): TemplateLink {
  const actions: LinkAction[] = []
  if (action?.type === 'StringLiteral')
    actions.push({ text: String(action['value']), offset: offsetOf(action, source) + 1 })
  const hash = isNode(node['hash']) ? node['hash'] : undefined
  const pairs = Array.isArray(hash?.['pairs']) ? (hash['pairs'] as HandlebarsNode[]) : []
  const args = pairs.map((pair): LinkArgument => {
    const value = pair['value'] as HandlebarsNode
    return { name: String(pair['key']), value: valueOf(value), offset: offsetOf(value, source) }
  })
  const unnamed =
    values.length > 1 ? values[1] : values.find((value) => (valueOf(value)?.literal ?? null) !== null)
  const [first] = values
  const name = first?.type === 'PathExpression' ? (first['parts'] as unknown[]).at(-1) : undefined
  return {
    offset: offsetOf(node['path'] as HandlebarsNode, source),
    purpose,
    actions,
    isDynamic: actions.length === 0,
    args,
    hasUnknownArguments: values.some((value) => valueOf(value) === undefined),
    unnamedValue: unnamed && offsetOf(unnamed, source),
    unnamedVariable:
      first === undefined || typeof name !== 'string' ? undefined : { name, offset: offsetOf(first, source) },
  }
}

function valueOf({ type, value }: HandlebarsNode): LinkValue {
  if (/^(?:String|Number|Boolean)Literal$/.test(type)) return { literal: value as string | number | boolean }
  return /^(?:Null|Undefined)Literal$/.test(type) ? { literal: null } : undefined
}

function offsetOf({ loc: { start } }: HandlebarsNode, source: SourceText): number {
  return source.offsetAt(start.line - 1, start.column)
}

/** True for every relevant object of the tree, including a hash and its pairs. */
function isNode(value: unknown): value is HandlebarsNode {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** Reads the place of an error. A syntax error names the line in its message. Other errors have fields. */
function readProblem(error: unknown, source: SourceText): { offset: number; message: string } {
  const text = error instanceof Error ? error.message : String(error)
  const { lineNumber, column } = error as { lineNumber?: unknown; column?: unknown }
  const line =
    typeof lineNumber === 'number' ? lineNumber : Number(/^Parse error on line (\d+):/.exec(text)?.[1] ?? 1)
  const message = text.replace(/^Parse error on line \d+:\s*/, '').replaceAll(/\n[^\n]*(?=\n|$)/g, (rest) => {
    return rest.startsWith('\nExpecting') ? `; ${rest.slice(1)}` : ''
  })
  return {
    offset: source.offsetAt(
      line - 1,
      typeof column === 'number' ? column : columnInMessage(text, line, source),
    ),
    message: `Handlebars cannot read this template: ${shorten(message, 200)}`,
  }
}

/** Finds the column of the arrow in a syntax error, which repeats a part of the line: `...x=1, y=2}}\n------^`. */
function columnInMessage(text: string, line: number, source: SourceText): number {
  const [, part = '', arrow = ''] = text.split('\n')
  const before = part.slice(0, arrow.indexOf('^')).replace(/^\.\.\./, '')
  const start = source.place(source.offsetAt(line - 1, 0)).lineText.indexOf(before)
  return start < 0 ? 0 : start + before.length
}
