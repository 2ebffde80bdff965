import type { SourceText } from '../terminal/source-text.js'
import type {
  FindLinksOptions,
  FoundLinks,
  LinkAction,
  LinkArgument,
  LinkPurpose,
  LinkValue,
  TemplateLink,
} from './template-link.js'

/** The parts of nunjucks that reading a template takes. */
export interface NunjucksModule {
  readonly parser: {
    parse(source: string, extensions: readonly NunjucksExtension[], options: NunjucksOptions): NunjucksNode
  }
  readonly lexer: NunjucksLexer
}

export interface NunjucksOptions {
  readonly tags?: Readonly<
    Partial<Record<'blockStart' | 'blockEnd' | 'variableStart' | 'variableEnd', string>>
  >
}

interface NunjucksExtension {
  readonly tags: readonly string[]
  parse(parser: NunjucksParser, nodes: NunjucksNodes, lexer: NunjucksLexer): NunjucksNode
}

/** Lines and columns count from 0. */
interface NunjucksToken {
  readonly type: string
  readonly value: string
  readonly lineno: number
  readonly colno: number
}

interface NunjucksNode {
  readonly typename: string
  readonly lineno: number
  readonly colno: number
  readonly [field: string]: unknown
}

interface NunjucksParser {
  readonly tokens: Record<string, unknown>
  peeked: unknown
  nextToken(): NunjucksToken | null
  peekToken(): NunjucksToken | null
  parseExpression(): NunjucksNode
  parseSignature(tolerant: boolean | null, noParens: boolean): NunjucksNode
  skip(type: string): boolean
  skipValue(type: string, value: string): boolean
  skipSymbol(name: string): boolean
  advanceAfterBlockEnd(tagName: string): unknown
  fail(message: string, line: number, column: number): never
}

interface NunjucksLexer {
  lex(source: string, options: NunjucksOptions): { nextToken(): NunjucksToken | null }
  readonly TOKEN_BLOCK_START: string
  readonly TOKEN_BLOCK_END: string
  readonly TOKEN_COMMA: string
  readonly TOKEN_OPERATOR: string
  readonly TOKEN_SYMBOL: string
}

interface NunjucksNodes {
  readonly Output: new (line: number, column: number, children: readonly NunjucksNode[]) => NunjucksNode
}

/** The name of the tag, which `RouteDirective` fixes. */
const routeTag = 'route'

/**
 * The links of a Nunjucks template: `{% route "a.b", id=5 %}`, `{{ route("a.b", { id: 5 }) }}` and
 * `route.reverse(...)`, `route.isCurrent(...)`. Nunjucks' own parser reads it.
 */
export function findNunjucksLinks(
  source: SourceText,
  nunjucks: NunjucksModule,
  { attributeName }: FindLinksOptions,
  options: NunjucksOptions = {},
): FoundLinks {
  const links: TemplateLink[] = []
  const { lexer } = nunjucks
  const at = ({ lineno, colno }: Pick<NunjucksToken, 'lineno' | 'colno'>): number =>
    source.offsetAt(lineno, colno)
  const reading = new LinkReading(at)
  const extensions = [
    routeTagExtension((tag, action, args) => links.push(reading.link(at(tag), 'url', action, args))),
    otherTagsExtension(tagNames(source.text, lexer, options)),
  ]
  let root: NunjucksNode
  try {
    root = nunjucks.parser.parse(source.text, extensions, options)
  } catch (error) {
    return {
      links: [],
      unread: [],
      problems: [{ offset: offsetOf(error, source), message: messageOf(error) }],
    }
  }
  visit(root, (node) => {
    if (node.typename !== 'FunCall') return
    const call = calledLink(node['name'], attributeName)
    const args = childrenOf(node['args'])
    if (call !== undefined && args.length > 0) {
      links.push(reading.link(at(call.node), call.purpose, args[0], args.slice(1)))
    }
  })
  return { links: links.toSorted((left, right) => left.offset - right.offset), problems: [], unread: [] }
}

function routeTagExtension(
  found: (tag: NunjucksToken, action: NunjucksNode, args: readonly NunjucksNode[]) => void,
): NunjucksExtension {
  return {
    tags: [routeTag],
    parse(parser, nodes, lexer) {
      const tag = parser.nextToken() as NunjucksToken
      if (parser.peekToken()?.type === lexer.TOKEN_BLOCK_END)
        parser.fail('Expected an action: route "controller.method"', tag.lineno, tag.colno)
      const action = parser.parseExpression()
      const args: NunjucksNode[] = []
      while (parser.skip(lexer.TOKEN_COMMA)) {
        const argument = parser.parseExpression()
        const { lineno, colno } = argument
        if (!parser.skipValue(lexer.TOKEN_OPERATOR, '=')) args.push(argument)
        else args.push({ typename: 'Pair', lineno, colno, key: argument, value: parser.parseExpression() })
      }
      if (parser.skipSymbol('as')) parser.nextToken()
      parser.advanceAfterBlockEnd(tag.value)
      found(tag, action, args)
      const values = args.map((node) => (node.typename === 'Pair' ? (node['value'] as NunjucksNode) : node))
      return new nodes.Output(tag.lineno, tag.colno, [action, ...values])
    },
  }
}

/** Tags of other extensions, about which nothing is known but where they end. */
function otherTagsExtension(tags: readonly string[]): NunjucksExtension {
  return {
    tags,
    parse(parser, nodes, lexer) {
      const tag = parser.nextToken() as NunjucksToken
      const { lineno, colno } = tag
      const { tokens } = parser
      const before = { ...tokens }
      try {
        const signature = parser.parseSignature(null, true)
        parser.advanceAfterBlockEnd(tag.value)
        return new nodes.Output(lineno, colno, [signature])
      } catch {
        Object.assign(tokens, before)
        parser.peeked = null
        let token = parser.nextToken()
        while (token !== null && token.type !== lexer.TOKEN_BLOCK_END) token = parser.nextToken()
        return new nodes.Output(lineno, colno, [])
      }
    },
  }
}

const wordsOfNunjucks: ReadonlySet<string> = new Set(
  `elif else elseif case default endall endblock endcall endeach endfilter endfor endif endmacro endraw endset
  endswitch endverbatim ${routeTag}`.split(/\s+/),
)

/** The words with which tags of the template begin, those of nunjucks' own blocks left out. */
function tagNames(text: string, lexer: NunjucksLexer, options: NunjucksOptions): string[] {
  const names = new Set<string>()
  try {
    const tokens = lexer.lex(text, options)
    let isAtStart = false
    for (let token = tokens.nextToken(); token !== null; token = tokens.nextToken()) {
      if (token.type === lexer.TOKEN_BLOCK_START) isAtStart = true
      else if (token.type === lexer.TOKEN_SYMBOL && isAtStart) {
        if (!wordsOfNunjucks.has(token.value)) names.add(token.value)
        isAtStart = false
      }
    }
  } catch {
    // What is wrong, the parser will say with its place.
  }
  return [...names]
}

/** `route`, `route.reverse`, `route.isCurrent`. */
function calledLink(
  callee: unknown,
  attributeName: string,
): { node: NunjucksNode; purpose: LinkPurpose } | undefined {
  if (isAttribute(callee, attributeName)) return { node: callee, purpose: 'url' }
  if (!isNode(callee) || callee.typename !== 'LookupVal') return undefined
  const { target, val } = callee
  if (!isAttribute(target, attributeName) || !isNode(val)) return undefined
  if (val['value'] === 'reverse') return { node: target, purpose: 'url' }
  return val['value'] === 'isCurrent' ? { node: target, purpose: 'name' } : undefined
}

function isAttribute(node: unknown, attributeName: string): node is NunjucksNode {
  return isNode(node) && node.typename === 'Symbol' && node['value'] === attributeName
}

/** Turns nodes into a link. */
class LinkReading {
  readonly #at: (node: NunjucksNode) => number

  constructor(at: (node: NunjucksNode) => number) {
    this.#at = at
  }

  link(
    offset: number,
    purpose: LinkPurpose,
    action: NunjucksNode | undefined,
    args: readonly NunjucksNode[],
  ): TemplateLink {
    const actions: LinkAction[] = []
    const isDynamic = !this.#readAction(action, actions)
    const named: LinkArgument[] = []
    let hasUnknownArguments = false
    let unnamedValue: number | undefined
    for (const node of args) {
      const pairs = node.typename === 'Pair' ? [node] : childrenOf(node)
      if (['Pair', 'Dict', 'KeywordArgs'].includes(node.typename)) {
        for (const pair of pairs) {
          const argument = this.#readPair(pair)
          if (argument === undefined) hasUnknownArguments = true
          else named.push(argument)
        }
      } else if (node.typename !== 'Literal') hasUnknownArguments = true
      else if (node['value'] !== null) unnamedValue ??= this.#at(node)
    }
    return { offset, purpose, actions, isDynamic, args: named, hasUnknownArguments, unnamedValue }
  }

  /** False when the node, or a part of it, is no text. */
  #readAction(node: unknown, actions: LinkAction[]): boolean {
    if (!isNode(node)) return false
    if (node.typename === 'InlineIf')
      return [node['body'], node['else_']].map((branch) => this.#readAction(branch, actions)).every(Boolean)
    if (node.typename === 'Group') return this.#readAction(childrenOf(node)[0], actions)
    if (node.typename !== 'Literal' || typeof node['value'] !== 'string') return false
    actions.push({ text: node['value'], offset: this.#at(node) + 1 })
    return true
  }

  #readPair({ key, value }: NunjucksNode): LinkArgument | undefined {
    if (!isNode(key) || !isNode(value) || !['Symbol', 'Literal'].includes(key.typename)) return undefined
    return { name: String(key['value']), value: valueOf(value), offset: this.#at(value) }
  }
}

function valueOf({ typename, value }: NunjucksNode): LinkValue {
  if (typename !== 'Literal') return undefined
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value) || value === null
  return isPlain ? { literal: value as string | number | boolean | null } : undefined
}

function isNode(value: unknown): value is NunjucksNode {
  return typeof value === 'object' && value !== null && 'typename' in value
}

function childrenOf(node: unknown): readonly NunjucksNode[] {
  return isNode(node) && Array.isArray(node['children']) ? node['children'] : []
}

/** Nunjucks' own `findAll` misses the cases of a `switch`. */
function visit(value: unknown, found: (node: NunjucksNode) => void): void {
  if (Array.isArray(value)) {
    for (const child of value) visit(child, found)
    return
  }
  if (!isNode(value)) return
  found(value)
  for (const child of Object.values(value)) if (typeof child === 'object') visit(child, found)
}

function offsetOf(error: unknown, source: SourceText): number {
  const { lineno, colno } = error as { lineno?: unknown; colno?: unknown }
  if (typeof lineno !== 'number' || typeof colno !== 'number') return source.text.length
  return source.offsetAt(Math.max(0, lineno - 1), Math.max(0, colno - 1))
}

function messageOf(error: unknown): string {
  return `Nunjucks cannot read this template: ${error instanceof Error ? error.message : String(error)}`
}
