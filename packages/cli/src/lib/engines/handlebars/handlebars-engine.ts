import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { findHandlebarsLinks, type HandlebarsModule } from './links.js'
import { encodesWithin } from '../script/write.js'
import {
  closeOfTag,
  simpleValue,
  writeArguments,
  type DialectTag,
  type TemplateDialect,
} from '../html/template-dialect.js'

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

/** Writes `{{route "a.b" id=user.id}}`. */
const handlebarsDialect: TemplateDialect = {
  tags(text) {
    const found: DialectTag[] = []
    let offset = 0
    for (;;) {
      const start = text.indexOf('{{', offset)
      if (start < 0) return found
      // `\{{` is text, but `\\{{` begins a tag.
      if (text[start - 1] === '\\' && text[start - 2] !== '\\') {
        offset = start + 2
        continue
      }
      const tag = text.startsWith('{{{{', start) ? readRawBlock(text, start) : readTag(text, start)
      if (tag === undefined) return undefined
      found.push(tag)
      offset = tag.end
    }
  },
  write({ action, args }) {
    const name = simpleValue([{ type: 'text', text: action }]) ?? ''
    const values = writeArguments(args, /^[A-Za-z_][\w-]*$/, simpleValue, (key, value) => ` ${key}=${value}`)
    return values === undefined ? undefined : `{{route ${name}${values}}}`
  },
}

/** Reads `{{{{raw}}}}text{{{{/raw}}}}`. */
function readRawBlock(text: string, start: number): DialectTag | undefined {
  const close = text.indexOf('{{{{/', start)
  const end = text.indexOf('}}}}', close)
  return close < 0 || end < 0 ? undefined : { start, end: end + 4, type: 'other' }
}

function readTag(text: string, start: number): DialectTag | undefined {
  if (/^\{\{~?!/.test(text.slice(start, start + 4))) {
    const isLong = /^\{\{~?!--/.test(text.slice(start, start + 6))
    const close = isLong ? /--~?\}\}/g : /\}\}/g
    close.lastIndex = start
    const match = close.exec(text)
    return match === null ? undefined : { start, end: match.index + match[0].length, type: 'comment' }
  }
  const isTriple = text.startsWith('{{{', start)
  const close = isTriple ? '}}}' : '}}'
  const codeStart = start + close.length
  const closed = closeOfTag(text, codeStart, close)
  if (closed < 0) return undefined
  const code = text.slice(codeStart, closed).replace(/^~/, '').replace(/~$/, '').trim()
  return { start, end: closed + close.length, ...describe(code) }
}

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
