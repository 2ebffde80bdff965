import { findHtmlUrls } from '../html/find-html-urls.js'
import type { EngineProject, TemplateEngine } from '../template-engine.js'
import { findLiquidLinks, type LiquidModule } from './links.js'
import { liquidTags } from '@mvc-router/view-liquid/syntax'
import {
  simpleValue,
  writeArguments,
  type DialectTag,
  type TemplateDialect,
} from '../html/template-dialect.js'
import { encodesWithin } from '../script/write.js'
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

function liquidModule(file: string, project: EngineProject): LiquidModule {
  return project.need('liquidjs', file, { from: 10 }) as LiquidModule
}

function liquidDialect({ Tokenizer }: LiquidModule): TemplateDialect {
  return {
    tags(text) {
      const found: DialectTag[] = []
      let comment: { name: string; start: number } | undefined
      for (const { begin: start, end, name, contentRange } of new Tokenizer(text).readTopLevelTokens()) {
        if (comment !== undefined) {
          if (name !== `end${comment.name}`) continue
          found.push({ start: comment.start, end, type: comment.name === 'comment' ? 'comment' : 'other' })
          comment = undefined
        } else if (name === 'comment' || name === 'raw') comment = { name, start }
        else if (name !== undefined) found.push({ start, end, type: tagType(name) })
        else if (contentRange !== undefined)
          found.push({ start, end, type: 'output', expression: expressionOf(text.slice(...contentRange)) })
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
