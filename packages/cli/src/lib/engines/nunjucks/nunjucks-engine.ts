import { findHtmlUrls } from '../html/find-html-urls.js'
import type { NunjucksOptions, TemplateEngine } from '../template-engine.js'
import type { SourceText } from '../../terminal/source-text.js'
import type { TemplateProblem } from '../template-link.js'
import { findArgumentUrls } from './argument-urls.js'
import { findNunjucksLinks, type NunjucksModule } from './links.js'
import { encodesWithin } from '../script/write.js'
import {
  matchTags,
  tagCode,
  writeArguments,
  type DialectTag,
  type TemplateDialect,
} from '../html/template-dialect.js'
import { staticTextOf, type UrlPiece } from '../written-url.js'

/** Finds a Nunjucks tag between `<%` and `%>` in a template without `{%`. */
function foreignTag({ text }: SourceText): TemplateProblem | undefined {
  const offset = text.search(
    /<%-?\s*(?:route(?:With)?|extends|block|include|import|macro|set|if|for)\s[^%]*[^=%]%>/,
  )
  if (offset === -1 || text.includes('{%')) return undefined
  return {
    offset,
    message: 'Nunjucks reads this tag as text, because the delimiters of Nunjucks are {% %}',
    hint: "name the delimiters of the application with --nunjucks-tags '<% %> <$ $>'",
  }
}

export const nunjucksEngine: TemplateEngine = {
  name: 'nunjucks',
  extensions: ['.njk', '.nunjucks', '.nunjs', '.nj'],
  keywords: { separator: ',', sign: '=' },
  marks: /\{[%{]/,
  ownMarks:
    /\{%-?\s*(?:(?:extends|block|import|from|macro|call|set|elif|filter)\b|route\s[^%:]*%\})|<%-?\s*route\s[^%:]*\w=[^%]*%>/,
  registration:
    "environment.addExtension('RouteDirective', new RouteDirective({ router: mapping })) // @mvc-router/view-nunjucks",
  links(source, project) {
    const foreign = project.options.nunjucks === undefined ? foreignTag(source) : undefined
    if (foreign !== undefined) return { links: [], problems: [foreign], unread: [] }
    const nunjucks = project.need('nunjucks', source.file) as NunjucksModule
    return findNunjucksLinks(source, nunjucks, project.options, project.options.nunjucks)
  },
  urls({ text }, { options: { nunjucks, attributeName } }) {
    const dialect = nunjucksDialect(nunjucks)
    const tags = dialect.tags(text)
    // Nunjucks prints nothing after a raw block without an end.
    if (tags.some(({ start, end }) => /^\W+(?:raw|verbatim)\W+$/.test(text.slice(start, end))))
      return undefined
    const found = findHtmlUrls(text, dialect)
    const given = findArgumentUrls(text, tags, attributeName)
    const urls = [...found.urls, ...given].toSorted((left, right) => left.offset - right.offset)
    return { ...found, urls }
  },
}

/** Reads Nunjucks tags, and writes `{% route "a.b", id=user.id %}`. */
function nunjucksDialect({ tags = {} }: NunjucksOptions = {}): TemplateDialect {
  const { blockStart = '{%', blockEnd = '%}', variableStart = '{{', variableEnd = '}}' } = tags
  const [open, close, print, end] = [blockStart, blockEnd, variableStart, variableEnd].map(escaped)
  const raw = String.raw`-?\s*(?:raw|verbatim)\s*-?${close}[^]*?${open}-?\s*end(?:raw|verbatim)\s*-?${close}`
  const kinds = [
    [blockStart, `${open}(?:${raw}|(?<block>${tagCode})${close})`],
    [variableStart, `${print}(?<output>${tagCode})${end}`],
    ['{#', String.raw`(?<comment>\{#)[^]*?#\}`],
  ] as const
  // Longer delimiters have priority: `<%=` before `<%`.
  const sorted = kinds.toSorted(([left], [right]) => right.length - left.length)
  const tag = new RegExp(sorted.map(([, source]) => source).join('|'), 'g')
  return {
    tags: (text) =>
      matchTags(text, tag, ({ comment, block, output = block }) => {
        if (comment !== undefined) return { type: 'comment' }
        if (output === undefined) return { type: 'other' }
        const code = output.replaceAll(/^-|-$/g, '').trim()
        if (block !== undefined) return { type: blockType(code) }
        return { type: /^route\s*[.(]/.test(code) ? 'link' : 'output', expression: expressionOf(code) }
      }),
    write({ action, args }) {
      const values = writeArguments(args, argumentName, valueOf, (name, value) => `, ${name}=${value}`)
      return values === undefined ? undefined : `${blockStart} route ${quoted(action)}${values} ${blockEnd}`
    },
  }
}

function blockType(code: string): DialectTag['type'] {
  const [word = ''] = /^\w+/.exec(code) ?? []
  if (word === 'route') return / as \w+$/.test(code) ? 'other' : 'link'
  if (word === 'if' || word === 'ifAsync') return 'open'
  if (word === 'else' || word === 'elif' || word === 'elseif') return 'middle'
  return word === 'endif' ? 'close' : 'other'
}

/** Returns the expression without final filters that encode or mark as safe: `user.name | urlencode`. */
function expressionOf(code: string): string | undefined {
  let expression = code
  for (;;) {
    const shorter = expression.replace(/\s*\|\s*(?:urlencode|safe|escape|e)\s*(?:\(\s*\))?\s*$/, '')
    if (shorter === expression) break
    expression = shorter
  }
  if (expression === '' || encodesWithin(expression)) return undefined
  // In a list of arguments, an expression with operators needs brackets.
  return /^[\w.[\]'"]+(?:\([^()]*\))?(?:\s*\|\s*\w+)*$/.test(expression) ? expression : `(${expression})`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, (character) => `\\${character}`)
}

/** Matches a name that Nunjucks reads as a name at the start of an argument. */
const argumentName = /^(?!(?:not|true|false|none|null)$)[A-Za-z_]\w*$/

function valueOf(pieces: readonly UrlPiece[]): string | undefined {
  const text = staticTextOf(pieces)
  if (text !== undefined) return quoted(text)
  const values = pieces.map((piece) => (piece.type === 'text' ? quoted(piece.text) : piece.expression))
  // `join` prints nothing for a missing value, like an output. `~` would print `undefined`.
  return values.length === 1 ? values[0] : `([${values.join(', ')}] | join)`
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`
}
