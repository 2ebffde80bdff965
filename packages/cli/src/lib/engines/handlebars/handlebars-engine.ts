import { shorten } from '@mvc-router/router-core/tools'
import type { SourceText } from '../../terminal/source-text.js'
import { findHtmlUrls } from '../html/find-html-urls.js'
import {
  matchTags,
  simpleValue,
  tagCode,
  writeArguments,
  type DialectTag,
  type TemplateDialect,
} from '../html/template-dialect.js'
import { argumentOf, isMisspeltRoute, linksOf, purposeOf, type LinkExpression } from '../link-expression.js'
import { encodesWithin } from '../script/write.js'
import type { TemplateEngine } from '../template-engine.js'
import type { FindLinksOptions, FoundLinks, LinkPurpose, TemplateLink } from '../template-link.js'
import { visitTree } from '../visit-tree.js'

export const handlebarsEngine: TemplateEngine = {
  name: 'handlebars',
  extensions: ['.hbs', '.handlebars'],
  keywords: { separator: ' ', sign: '=' },
  marks: /\{\{/,
  ownMarks: /\{\{~?(?:[#/>!^{]|else\b|(?:route|routeWith)\s)/,
  registration:
    'engine({ helpers: routeHelpers(mapping) }) // @mvc-router/view-handlebars; with hbs: registerRoute(hbs, mapping)',
  links(source, project) {
    const handlebars = project.need('handlebars', source.file, { from: 3 }) as HandlebarsModule
    return findHandlebarsLinks(source, handlebars, project.options)
  },
  urls: ({ text }) => findHtmlUrls(text, handlebarsDialect),
}

interface HandlebarsModule {
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
function findHandlebarsLinks(
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
    const [action, first, second] = Array.isArray(node['params'])
      ? node['params'].filter(isNode).map((param) => linkExpression(param, source))
      : []
    if (action === undefined || !isNode(node['path'])) return
    const { path, hash } = node
    const callee = String(path['original'])
    const purpose = linkPurpose(callee, attributeName)
    const misspelt = purpose === undefined && isMisspeltRoute(callee) ? callee : undefined
    if (purpose === undefined && misspelt === undefined) return
    const start = { offset: offsetOf(path, source), purpose: purpose ?? 'url', misspelt } as const
    const values = [first ?? [], isNode(hash) ? linkExpression(hash, source) : []].flat()
    links.push(...linksOf(start, action, values, second))
  })
  return { links, problems: [], unread: [] }
}

function linkPurpose(callee: string, attributeName: string): LinkPurpose | undefined {
  const name = callee.replace(/^(?:@root\.|this\.|\.\/|(?:\.\.\/)*)/, '')
  if (name === 'route') return 'url'
  return name === 'isRoute' ? 'name' : purposeOf(name, attributeName)
}

function linkExpression(node: HandlebarsNode, source: SourceText): LinkExpression {
  const { type, value, parts, pairs } = node
  const offset = offsetOf(node, source)
  if (/^(?:String|Number|Boolean)Literal$/.test(type))
    return { offset, value: { literal: value as string | number | boolean } }
  if (/^(?:Null|Undefined)Literal$/.test(type)) return { offset, value: { literal: null } }
  if (type === 'PathExpression') {
    const name: unknown = (parts as readonly unknown[]).at(-1)
    return { offset, name: typeof name === 'string' ? name : undefined }
  }
  if (type !== 'Hash') return { offset }
  const entries = (pairs as readonly { key: string; value: HandlebarsNode }[]).map((pair) =>
    argumentOf(pair.key, linkExpression(pair.value, source)),
  )
  return { offset, entries }
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

/** Writes `{{route "a.b" id=user.id}}`. */
const handlebarsDialect: TemplateDialect = {
  tags: (text) =>
    matchTags(text, tag, ({ comment, triple, code = triple }) => {
      if (comment !== undefined) return { type: 'comment' }
      return code === undefined ? { type: 'other' } : describe(code.replaceAll(/^~|~$/g, '').trim())
    }),
  write({ action, args }) {
    const name = simpleValue([{ type: 'text', text: action }]) ?? ''
    const values = writeArguments(args, /^[A-Za-z_][\w-]*$/, simpleValue, (key, value) => ` ${key}=${value}`)
    return values === undefined ? undefined : `{{route ${name}${values}}}`
  },
}

/** Matches comments, tags, and blocks such as `{{{{raw}}}}text{{{{/raw}}}}`. `\{{` is text, but `\\{{` begins a tag. */
const tag = new RegExp(
  [
    String.raw`(?<!(?<!\\)\\)\{\{(?:\{\{[^]*?\{\{\{\{/[^]*?\}\}\}\}`,
    String.raw`(?<comment>~?!)(?:(?=--)[^]*?--~?\}\}|[^]*?\}\})`,
    String.raw`\{(?<triple>${tagCode})\}\}\}`,
    String.raw`(?<code>${tagCode})\}\})`,
  ].join('|'),
  'g',
)

function describe(code: string): Pick<DialectTag, 'type' | 'expression'> {
  if (/^#(?:if|unless)\b/.test(code)) return { type: 'open' }
  if (code === 'else' || code === '^' || /^else\s+(?:if|unless)\b/.test(code)) return { type: 'middle' }
  if (/^\/(?:if|unless)$/.test(code)) return { type: 'close' }
  if (/^[#^/>]|^else\b/.test(code)) return { type: 'other' }
  if (/^&?\s*route(?:\.reverse)?(?:\s|$)/.test(code)) return { type: 'link' }
  return { type: 'output', expression: expressionOf(code.replace(/^&\s*/, '')) }
}

/** Keeps a path, and puts a helper call in brackets. `{{encodeURIComponent id}}` becomes `id`. */
function expressionOf(code: string): string | undefined {
  // In a tag, a single literal is the name of a value.
  if (/^(?:true|false|null|undefined|\d+|"[^"]*"|'[^']*')$/.test(code) || code.includes(' as |'))
    return undefined
  const [, value] = encoded.exec(code) ?? []
  const expression = value ?? (isPath.test(code) ? code : `(${code})`)
  return encodesWithin(expression) ? undefined : expression
}

/** Matches `user.name`, `../@index`, `user.[first name]`. */
const path = /(?:\[[^\]]*\]|[^\s"'()=|[\]])+/.source
const isPath = new RegExp(`^${path}$`)
/** Matches a helper that encodes a path, a text or a subexpression. */
const encoded = new RegExp(
  String.raw`^(?:encodeURIComponent|encodeURI|url_?encode|uri_?encode|encode_?uri(?:_?component)?)\s+(${path}|"[^"]*"|'[^']*'|\([^()]*\))$`,
  'i',
)
