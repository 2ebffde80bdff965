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
import { argumentOf, isMisspeltRoute, linksOf, purposeOf, type LinkExpression } from '../link-expression.js'
import type {
  FindLinksOptions,
  FoundLinks,
  LinkArgument,
  TemplateLink,
  TemplateProblem,
} from '../template-link.js'
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
  const read = (node: unknown): LinkExpression | undefined =>
    isNode(node) ? expressionOf(node, at) : undefined
  const ofRoute = ({ tag, action, args, named }: RouteTag): void => {
    // `routeWith` has no action to check.
    if (action === undefined) return
    const entries = named.map(({ name, value }) => entryOf(name, value, at))
    const values = [read(args) ?? [], { offset: at(tag), entries }].flat()
    links.push(...linksOf({ offset: at(tag), purpose: 'url' }, read(action), values))
  }
  const ofCall = (start: Parameters<typeof linksOf>[0], [action, ...values]: readonly unknown[]): void => {
    // The options of a signed link follow its arguments.
    const given = values
      .flatMap((value) => read(value) ?? [])
      .toSpliced(1, start.purpose === 'signed' ? 1 : 0)
    const extra = given.find((value, index) => !isArgument(value, index))
    links.push(...linksOf(start, read(action), given.filter(isArgument), extra))
  }
  const ofOther = (tag: NunjucksToken, values: readonly NunjucksSyntaxNode[]): void => {
    if (isMisspeltRoute(tag.value)) ofCall({ offset: at(tag), purpose: 'url', misspelt: tag.value }, values)
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
    const args = childrenOf(node['args'])
    if (!isNode(node['name']) || args.length === 0) return
    const callee = nameOf(node['name'])
    const offset = at(firstOf(node['name']))
    const purpose = purposeOf(callee, attributeName)
    if (purpose !== undefined) ofCall({ offset, purpose }, args)
    else if (!callee.includes('.') && isMisspeltRoute(callee))
      ofCall({ offset, purpose: 'url', misspelt: callee }, args)
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

/** True for the object of arguments, and for later named arguments. */
function isArgument({ entries }: LinkExpression, index: number): boolean {
  return index === 0 || entries !== undefined
}

type OffsetOf = (node: Pick<NunjucksToken, 'lineno' | 'colno'>) => number

function expressionOf(node: NunjucksSyntaxNode, at: OffsetOf): LinkExpression {
  const { typename, value, body, else_: otherwise } = node
  const [first] = childrenOf(node)
  const offset = at(firstOf(node))
  if (typename === 'Group' && first !== undefined) return expressionOf(first, at)
  if (typename === 'InlineIf') {
    const branches = [body, otherwise].map((branch) =>
      isNode(branch) ? expressionOf(branch, at) : { offset },
    )
    return { offset, branches }
  }
  if (typename === 'Dict' || typename === 'KeywordArgs')
    return { offset, entries: childrenOf(node).map((pair) => entryOf(pair.key, pair['value'], at)) }
  if (typename !== 'Literal') return { offset, name: nameOf(node).split('.').at(-1) || undefined }
  const isSimple = ['string', 'number', 'boolean'].includes(typeof value) || value === null
  return isSimple ? { offset, value: { literal: value as string | number | boolean | null } } : { offset }
}

function entryOf(key: unknown, value: unknown, at: OffsetOf): LinkArgument | undefined {
  if (!isNode(key) || !isNode(value) || !['Symbol', 'Literal'].includes(key.typename)) return undefined
  return argumentOf(String(key.value), expressionOf(value, at))
}

/** Returns `user.id` for this variable, and '' for any other expression. */
function nameOf({ typename, value, target, val }: NunjucksNode): string {
  if (typename === 'Symbol') return String(value)
  const isPart = typename === 'LookupVal' && target !== undefined && typeof val?.value === 'string'
  return isPart ? `${nameOf(target)}.${val.value}` : ''
}

/** Returns `user` for `user.id`, because Nunjucks stores the place of the dot for the whole node. */
function firstOf(node: NunjucksNode): NunjucksNode {
  return node.typename === 'LookupVal' && isNode(node.target) ? firstOf(node.target) : node
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
