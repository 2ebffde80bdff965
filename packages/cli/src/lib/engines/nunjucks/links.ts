import {
  compileRouteTag,
  pageTag,
  readRouteTag,
  type NunjucksLexer,
  type NunjucksNode,
  type NunjucksNodes,
  type NunjucksParser,
  type NunjucksToken,
  type RouteTag,
} from '@mvc-router/view-nunjucks/syntax'
import { Script } from 'node:vm'
import type { SourceText } from '../../terminal/source-text.js'
import type { NunjucksOptions } from '../template-engine.js'
import type {
  FindLinksOptions,
  FoundLinks,
  LinkAction,
  LinkArgument,
  LinkPurpose,
  LinkValue,
  TemplateLink,
  TemplateProblem,
  UnnamedVariable,
} from '../template-link.js'
import { isMisspeltRoute } from '../misspelt-route.js'
import { visitTree } from '../visit-tree.js'

export interface NunjucksModule {
  readonly parser: {
    parse(
      source: string,
      extensions: readonly NunjucksExtension[],
      options: NunjucksOptions,
    ): NunjucksSyntaxNode
  }
  readonly compiler: {
    compile(
      source: string,
      asyncFilters: readonly string[],
      extensions: readonly NunjucksExtension[],
      name: string,
      options: NunjucksOptions,
    ): string
  }
  readonly lexer: Lexer
}

interface NunjucksExtension {
  readonly tags: readonly string[]
  parse(parser: NunjucksParser, nodes: NunjucksNodes, lexer: NunjucksLexer): NunjucksNode
}

type NunjucksSyntaxNode = NunjucksNode & { readonly [field: string]: unknown }

type Parser = NunjucksParser & {
  readonly tokens: Record<string, unknown>
  peeked: unknown
  parseSignature(tolerant: boolean | null, noParens: boolean): NunjucksNode
}

interface Lexer extends NunjucksLexer {
  lex(source: string, options: NunjucksOptions): { nextToken(): NunjucksToken | null }
  readonly TOKEN_BLOCK_START: string
}

/** The tag of `RouteDirective`. */
const routeTag = 'route'

/**
 * Finds links: `{% route "a.b", id=5 %}`, `{{ route("a.b", { id: 5 }) }}`, and calls of methods such as `route.href`.
 */
export function findNunjucksLinks(
  source: SourceText,
  nunjucks: NunjucksModule,
  { attributeName }: FindLinksOptions,
  options: NunjucksOptions = {},
): FoundLinks {
  const links: TemplateLink[] = []
  const { lexer } = nunjucks
  const at: OffsetOf = ({ lineno, colno }) => source.offsetAt(lineno, colno)
  const ofRoute = ({ tag, action, args, named }: RouteTag): void => {
    // `routeWith` has no action to check.
    if (action === undefined) return
    links.push(
      readLink(at, { offset: at(tag), purpose: 'url' }, action, args === undefined ? [] : [args], named),
    )
  }
  const ofOther = (tag: NunjucksToken, values: readonly NunjucksSyntaxNode[]): void => {
    if (!isMisspeltRoute(tag.value)) return
    const link = readLink(at, { offset: at(tag), purpose: 'url' }, values[0], values.slice(1))
    if (!link.isDynamic) links.push({ ...link, misspelt: tag.value, isGuess: true })
  }
  const names = tagNames(source.text, lexer, options)
  let root: NunjucksSyntaxNode
  try {
    const readers = [routeTagExtension(ofRoute), otherTagsExtension(names, ofOther)]
    root = nunjucks.parser.parse(source.text, readers, options)
    // Some mistakes appear only in the compiled code, which is parsed but does not run.
    const extensions = [routeTagExtension(), otherTagsExtension(names)]
    const code = nunjucks.compiler.compile(source.text, [], extensions, source.file, options)
    // oxlint-disable-next-line no-new -- the constructor checks the syntax
    new Script(`(function () {${code}\n})`)
  } catch (error) {
    return { links: [], unread: [], problems: [readProblem(error, source)] }
  }
  // `findAll` of Nunjucks ignores the cases of a `switch`.
  visitTree(root, isNode, (node) => {
    if (node.typename !== 'FunCall') return
    const call = calledLink(node['name'], attributeName)
    const args = childrenOf(node['args'])
    if (call === undefined || args.length === 0) return
    const { node: callee, purpose, misspelt } = call
    const link = readLink(at, { offset: at(callee), purpose }, args[0], args.slice(1))
    if (misspelt === undefined) links.push(link)
    else if (!link.isDynamic) links.push({ ...link, misspelt, isGuess: true })
  })
  return { links: links.toSorted((left, right) => left.offset - right.offset), problems: [], unread: [] }
}

/** Reads the tags of `RouteDirective`, and reports them to `found`. */
function routeTagExtension(found?: (tag: RouteTag) => void): NunjucksExtension {
  return {
    tags: [routeTag, pageTag],
    parse(parser, nodes, lexer) {
      const tag = readRouteTag(parser, lexer)
      found?.(tag)
      return compileRouteTag(tag, nodes, 'RouteDirective')
    },
  }
}

/** Reads the tags of other extensions. Skips a tag whose arguments are unreadable. */
function otherTagsExtension(
  tags: readonly string[],
  found?: (tag: NunjucksToken, values: readonly NunjucksSyntaxNode[]) => void,
): NunjucksExtension {
  return {
    tags,
    parse(anyParser, nodes, lexer) {
      const parser = anyParser as Parser
      const tag = parser.nextToken() as NunjucksToken
      const { lineno, colno } = tag
      const { tokens } = parser
      const before = { ...tokens }
      try {
        const signature = parser.parseSignature(null, true)
        parser.advanceAfterBlockEnd(tag.value)
        found?.(tag, childrenOf(signature))
        return new nodes.Output(lineno, colno, [...childrenOf(signature)])
      } catch {
        Object.assign(tokens, before)
        parser.peeked = null
        let token = parser.nextToken()
        while (token !== null && token.type !== lexer.TOKEN_BLOCK_END) token = parser.nextToken()
        if (token === null) parser.fail(`The tag "${tag.value}" does not end`, lineno, colno)
        return new nodes.Output(lineno, colno, [])
      }
    },
  }
}

const wordsOfNunjucks: ReadonlySet<string> = new Set(
  `elif else elseif case default endall endblock endcall endeach endfilter endfor endif endmacro endraw endset
  endswitch endverbatim ${routeTag} end${routeTag} ${pageTag}`.split(/\s+/),
)

/** Returns the first words of tags, without the words that continue or end blocks of Nunjucks. */
function tagNames(text: string, lexer: Lexer, options: NunjucksOptions): string[] {
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
    // The parser reports the mistake with its place.
  }
  return [...names]
}

/** Recognizes `route`, `route.reverse`, `route.href`, `route.signed`, `route.isCurrent`, and misspelt `route`. */
function calledLink(
  callee: unknown,
  attributeName: string,
): { node: NunjucksNode; purpose: LinkPurpose; misspelt?: string } | undefined {
  if (isAttribute(callee, attributeName)) return { node: callee, purpose: 'url' }
  if (!isNode(callee)) return undefined
  if (callee.typename === 'Symbol' && isMisspeltRoute(String(callee.value)))
    return { node: callee, purpose: 'url', misspelt: String(callee.value) }
  if (callee.typename !== 'LookupVal') return undefined
  const { target, val } = callee
  if (!isAttribute(target, attributeName) || !isNode(val)) return undefined
  if (val.value === 'reverse' || val.value === 'href') return { node: target, purpose: 'url' }
  if (val.value === 'signed') return { node: target, purpose: 'signed' }
  return val.value === 'isCurrent' ? { node: target, purpose: 'name' } : undefined
}

function isAttribute(node: unknown, attributeName: string): node is NunjucksSyntaxNode {
  return isNode(node) && node.typename === 'Symbol' && node.value === attributeName
}

type OffsetOf = (node: Pick<NunjucksToken, 'lineno' | 'colno'>) => number

function readLink(
  at: OffsetOf,
  { offset, purpose }: Pick<TemplateLink, 'offset' | 'purpose'>,
  action: unknown,
  values: readonly NunjucksNode[],
  named: RouteTag['named'] = [],
): TemplateLink {
  const actions: LinkAction[] = []
  const isDynamic = !readAction(at, action, actions)
  const args: LinkArgument[] = []
  let hasUnknownArguments = false
  let unnamedVariable: UnnamedVariable | undefined
  const unnamed: NunjucksNode[] = []
  for (const value of values) {
    if (value.typename === 'Dict' || value.typename === 'KeywordArgs') {
      const pairs = childrenOf(value).map(({ key, value: each }) => readPair(at, key, each))
      hasUnknownArguments ||= pairs.includes(undefined)
      args.push(...pairs.filter((pair) => pair !== undefined))
      continue
    }
    const isLiteral = value.typename === 'Literal'
    if ((isLiteral && value.value !== null) || unnamed.length > 0) unnamed.push(value)
    else if (!isLiteral) {
      hasUnknownArguments = true
      const name = lastName(value)
      if (name !== undefined) unnamedVariable = { name, offset: at(firstOf(value)) }
    }
  }
  args.push(...named.flatMap(({ name, value }) => readPair(at, name, value) ?? []))
  const unnamedValue = unnamed[0] && at(unnamed[0])
  return { offset, purpose, actions, isDynamic, args, hasUnknownArguments, unnamedValue, unnamedVariable }
}

/** Collects the possible texts of an action. Returns false if the action may also be something else. */
function readAction(at: OffsetOf, node: unknown, actions: LinkAction[]): boolean {
  if (!isNode(node)) return false
  if (node.typename === 'InlineIf') {
    const { body, else_: otherwise } = node
    return [body, otherwise].map((branch) => readAction(at, branch, actions)).every(Boolean)
  }
  if (node.typename === 'Group') return readAction(at, childrenOf(node)[0], actions)
  if (node.typename !== 'Literal' || typeof node.value !== 'string') return false
  actions.push({ text: node.value, offset: at(node) + 1 })
  return true
}

function readPair(at: OffsetOf, key: unknown, value: unknown): LinkArgument | undefined {
  if (!isNode(key) || !isNode(value) || !['Symbol', 'Literal'].includes(key.typename)) return undefined
  return { name: String(key.value), value: valueOf(value), offset: at(value) }
}

/** Returns `id` for `id` and for `user.id`. */
function lastName(node: NunjucksNode): string | undefined {
  if (node.typename === 'Symbol') return String(node.value)
  return node.typename === 'LookupVal' && typeof node.val?.value === 'string' ? node.val.value : undefined
}

/** Returns `user` for `user.id`, because Nunjucks stores the place of the dot for the whole node. */
function firstOf(node: NunjucksNode): NunjucksNode {
  return node.typename === 'LookupVal' && isNode(node.target) ? firstOf(node.target) : node
}

function valueOf({ typename, value }: NunjucksNode): LinkValue {
  if (typename !== 'Literal') return undefined
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value) || value === null
  return isSimple ? { literal: value as string | number | boolean | null } : undefined
}

function isNode(value: unknown): value is NunjucksSyntaxNode {
  return typeof value === 'object' && value !== null && 'typename' in value
}

function childrenOf(node: unknown): readonly NunjucksSyntaxNode[] {
  return isNode(node) && Array.isArray(node['children']) ? node['children'] : []
}

function readProblem(error: unknown, source: SourceText): TemplateProblem {
  const reason = error instanceof Error ? error.message : String(error)
  const { lineno, colno } = error as { lineno?: unknown; colno?: unknown }
  const isPlaced = typeof lineno === 'number' && typeof colno === 'number'
  return {
    offset: isPlaced ? source.offsetAt(Math.max(0, lineno - 1), Math.max(0, colno - 1)) : source.text.length,
    message: `Nunjucks cannot read this template: ${reason}`,
  }
}
