import { findHtmlUrls } from '../html/find-html-urls.js'
import type { TemplateEngine } from '../template-engine.js'
import { findHandlebarsLinks, type HandlebarsModule } from './links.js'
import { encodesWithin } from '../script/write.js'
import {
  matchTags,
  simpleValue,
  tagCode,
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
