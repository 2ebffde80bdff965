import { liquidTags, readLiquidTag } from '@mvc-router/view-liquid/syntax'
import type * as LiquidModule from 'liquidjs'
import type { TagToken, TopLevelToken, ValueToken } from 'liquidjs'
import type { SourceText } from '../../terminal/source-text.js'
import { findHtmlUrls } from '../html/find-html-urls.js'
import {
  simpleValue,
  writeArguments,
  type DialectTag,
  type TemplateDialect,
} from '../html/template-dialect.js'
import { argumentOf, isMisspeltRoute, linksOf, type LinkExpression } from '../link-expression.js'
import { encodesWithin } from '../script/write.js'
import type { EngineProject, TemplateEngine } from '../template-engine.js'
import type { FoundLinks, TemplateLink } from '../template-link.js'
import { staticTextOf, type UrlPiece } from '../written-url.js'

export const liquidEngine: TemplateEngine = {
  name: 'liquid',
  extensions: ['.liquid'],
  keywords: { separator: ',', sign: ': ' },
  marks: /\{[%{]/,
  ownMarks:
    /\{%-?\s*(?:render|layout|assign|capture|unless|case|elsif|increment|liquid|route\s+["'][^"'%]*["']\s*,\s*\w+:)/,
  registration: 'engine.plugin(routeTag({ router: mapping })) // @mvc-router/view-liquid',
  links: (source, project) => findLiquidLinks(source, liquidModule(source.file, project)),
  urls: ({ text, file }, project) => findHtmlUrls(text, liquidDialect(liquidModule(file, project))),
}

function liquidModule(file: string, project: EngineProject): typeof LiquidModule {
  return project.need('liquidjs', file, { from: 10 }) as typeof LiquidModule
}

/** Finds links: `{% route "a.b", id: 5 %}`. */
function findLiquidLinks(source: SourceText, { Liquid, Tokenizer }: typeof LiquidModule): FoundLinks {
  const links: TemplateLink[] = []
  const liquid = new Liquid()
  const known = new Set(Object.keys(liquid.tags))
  const found = (token: TagToken): void => void links.push(...readLink(token))
  try {
    for (const name of tagNames(source.text, new Tokenizer(source.text).readTopLevelTokens()))
      if (!isPart(name, known) && !known.has(name))
        liquid.registerTag(name, { parse: isLinkTag(name) ? found : otherTag(name, found), render() {} })
    liquid.parse(source.text)
  } catch (error) {
    const { message, token } = error as Error & { readonly token?: { readonly begin: number } }
    const [first = message] = message.split(', line:')
    const problem = { offset: token?.begin ?? 0, message: `Liquid cannot read this template: ${first}` }
    return { links: [], unread: [], problems: [problem] }
  }
  return { links, problems: [], unread: [] }
}

/** Returns the names of all tags, including the lines of `{% liquid %}`. */
function tagNames(text: string, tokens: readonly TopLevelToken[]): Set<string> {
  return new Set(
    tokens.flatMap((token) => {
      if (!('name' in token)) return []
      const { name, begin, end } = token
      const lines = name === 'liquid' ? text.slice(begin, end).matchAll(/(?:liquid|\n)\s*(\w+)/g) : []
      return [name, ...Array.from(lines, ([, inner = '']) => inner)]
    }),
  )
}

/** Returns the reader of a tag that is no link tag: `routeWith`, a misspelt `route`, or a tag to skip. */
function otherTag(name: string, found: (token: TagToken) => void): (token: TagToken) => void {
  if (name === liquidTags.page) return (token) => void readLiquidTag(token)
  return isMisspeltRoute(name) ? found : () => {}
}

function isLinkTag(name: string): boolean {
  return name === liquidTags.link || name === liquidTags.signed
}

/** True for words such as `else` and `endif`, which belong to another tag. */
function isPart(name: string, known: ReadonlySet<string>): boolean {
  return /^(?:else|elsif|when)$/.test(name) || (name.startsWith('end') && known.has(name.slice(3)))
}

function readLink(token: TagToken): TemplateLink[] {
  const { action, args, named } = readLiquidTag(token)
  const entries = Array.from(named, ([name, value]) => argumentOf(name, linkExpression(value)))
  const start = {
    offset: token.begin,
    purpose: token.name === liquidTags.signed ? 'signed' : 'url',
    misspelt: isLinkTag(token.name) ? undefined : token.name,
  } as const
  // The object replaces named arguments.
  const values = [{ offset: token.begin, entries }, args === undefined ? [] : linkExpression(args)].flat()
  return action === undefined ? [] : linksOf(start, linkExpression(action), values)
}

/** Reads a text, a number, or a word such as `true` and `nil`. */
function linkExpression(token: ValueToken): LinkExpression {
  const { begin: offset } = token
  if (!('content' in token)) return { offset }
  const { content } = token
  const isValue = typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean'
  return { offset, value: { literal: isValue ? content : null } }
}

function liquidDialect({ Tokenizer }: typeof LiquidModule): TemplateDialect {
  return {
    tags(text) {
      const found: DialectTag[] = []
      let comment: { name: string; start: number } | undefined
      for (const token of new Tokenizer(text).readTopLevelTokens()) {
        const { begin: start, end } = token
        const name = 'name' in token ? token.name : undefined
        if (comment !== undefined) {
          if (name !== `end${comment.name}`) continue
          found.push({ start: comment.start, end, type: comment.name === 'comment' ? 'comment' : 'other' })
          comment = undefined
        } else if (name === 'comment' || name === 'raw') comment = { name, start }
        else if (name !== undefined) found.push({ start, end, type: tagType(name) })
        else if ('contentRange' in token)
          found.push({
            start,
            end,
            type: 'output',
            expression: expressionOf(text.slice(...token.contentRange)),
          })
      }
      return found
    },
    write({ action, args }) {
      const values = writeArguments(args, /^[A-Za-z_]\w*$/, valueOf, (name, value) => `, ${name}: ${value}`)
      return values === undefined ? undefined : `{% route "${action}"${values} %}`
    },
  }
}

function tagType(name: string): DialectTag['type'] {
  if (name === liquidTags.link || name === liquidTags.signed || name === liquidTags.page) return 'link'
  if (name === 'if' || name === 'unless') return 'open'
  if (name === 'else' || name === 'elsif') return 'middle'
  return name === 'endif' || name === 'endunless' ? 'close' : 'other'
}

/** Removes encoding filters. Returns undefined for any other filter, because an argument cannot have a filter. */
function expressionOf(code: string): string | undefined {
  const [value = '', ...filters] = code.split('|').map((part) => part.trim())
  const isEncoded = filters.every((filter) =>
    /^(?:escape|escape_once|url_encode|cgi_escape|uri_escape|raw)$/.test(filter),
  )
  return isEncoded && /^[A-Za-z_][\w.-]*(?:\[[\w."'-]+\][\w.-]*)*$/.test(value) && !encodesWithin(value)
    ? value
    : undefined
}

/** Returns the value in quotes. Returns undefined for a text with a backslash or with the end of a tag. */
function valueOf(pieces: readonly UrlPiece[]): string | undefined {
  return /\\|[%}]\}/.test(staticTextOf(pieces) ?? '') ? undefined : simpleValue(pieces)
}
