import { lineEndOf } from '@mvc-router/import/script'
import {
  parseTags,
  tagDelimiters,
  tagsLocal,
  TemplateText,
  writeTags,
  type EjsCode,
  type TagCall,
  type TagSyntaxException,
  type TemplatePiece,
} from '@mvc-router/view-ejs/syntax'
import type { SourceText } from '../../terminal/source-text.js'
import { engineProblem, type CompileTemplate } from '../engine-problem.js'
import { findHtmlUrls } from '../html/find-html-urls.js'
import { writeArguments, type DialectTag, type TemplateDialect } from '../html/template-dialect.js'
import { describeOutput, findLinksInCode, statementType, type CodeTag } from '../template-code.js'
import type { LoadedEngine, TemplateEngine } from '../template-engine.js'
import type {
  FindLinksOptions,
  FoundLinks,
  LinkAction,
  LinkArgument,
  TemplateLink,
  TemplateProblem,
} from '../template-link.js'
import type { UrlPiece } from '../written-url.js'

export const ejsEngine: TemplateEngine = {
  name: 'ejs',
  extensions: ['.ejs'],
  hasElements: true,
  marks: /<%/,
  ownMarks: /<%@\s*taglib|<%#|<%-\s*include\b/,
  registration: "app.engine('ejs', routeEngine({ router: mapping })) // @mvc-router/view-ejs",
  links: (source, project) => findEjsLinks(source, project.load('ejs'), project.options),
  urls: ({ text }) => findHtmlUrls(text, ejsDialect),
}

/** Finds links: `<route:link action="a.b" id="5">`, `<%= route('a.b', { id: 5 }) %>`. */
function findEjsLinks(
  source: SourceText,
  engine: LoadedEngine | undefined,
  options: FindLinksOptions,
): FoundLinks {
  const foreign = foreignTag(source.text)
  if (foreign !== undefined) return { links: [], problems: [], unread: [foreign] }
  const tagProblems: TemplateProblem[] = []
  const tagSource = new TemplateText(source.text, source.file)
  const pieces = parseTags(tagSource, delimiters, (problem) => tagProblems.push(toProblem(problem, source)))
  const inCode = findLinksInCode(source, ejsCode(pieces), options)
  const inTags = pieces.flatMap((piece) =>
    // <route:with> links to the current page, so it has no action to check.
    piece.type === 'tag' && piece.call.tag.name !== 'with' ? [toLink(piece.call)] : [],
  )
  const links = [...inTags, ...inCode.links].toSorted((left, right) => left.offset - right.offset)
  // Tags are replaced before EJS compiles the template, so EJS cannot read a template with a wrong tag.
  if (tagProblems.length > 0 || engine === undefined)
    return { links, problems: tagProblems, unread: inCode.unread }
  const syntax = { ...delimiters, tags: tagsLocal, printsHtml: true }
  const written = writeTags(tagSource, syntax, pieces)
  const message = engineProblem('EJS', compilerOf(engine, source.file), written)
  if (message === undefined) return { links, problems: [], unread: inCode.unread }
  const offset = inCode.mistake?.offset ?? unclosedTag(source.text)
  return { links, problems: [{ message, offset }], unread: [] }
}

const delimiters = tagDelimiters()

/** Finds a tag with unusual delimiters, such as `{%= x %}`, in a template without `<%`. */
function foreignTag(text: string): TemplateProblem | undefined {
  const offset = text.search(/[<{[(][%?$&@][=_-]\s/)
  if (offset < 0 || text.includes(delimiters.open)) return undefined
  return { offset, message: 'EJS reads this tag as text, because the delimiters of EJS are <% %>' }
}

/** Returns the code of a template and its attributes, without comments and directives. */
function ejsCode(pieces: readonly TemplatePiece[]): CodeTag[] {
  return pieces.flatMap(codeOfPiece).flatMap(({ mark, start, codeStart, codeEnd, end }): CodeTag[] => {
    if (mark === '#') return []
    return [{ type: mark === '=' || mark === '-' ? 'output' : 'statement', start, codeStart, codeEnd, end }]
  })
}

function codeOfPiece(piece: TemplatePiece): EjsCode[] {
  if (piece.type === 'code') return [piece]
  if (piece.type !== 'tag') return []
  const values = piece.call.tag.attributes.flatMap(({ value }) => value ?? [])
  return values.flatMap((value) => (value.type === 'code' ? [value] : []))
}

interface EjsModule {
  compile(template: string, options: object): unknown
}

function compilerOf({ module, isOfProject }: LoadedEngine, filename: string): CompileTemplate {
  const ejs = module as EjsModule
  return (template, isAsync) => {
    // Removes the statement `include` of EJS 2, if the project's version of EJS is unknown.
    const text = isOfProject
      ? template
      : template.replaceAll(/<%[-=_]?\s*include\s+[^\s('"%][^%]*%>/g, (tag) => tag.replaceAll(/[^\n]/g, ' '))
    ejs.compile(text, { filename, async: isAsync, compileDebug: false })
  }
}

/** Returns the offset of the last `<%` if it is not closed, else 0. */
function unclosedTag(text: string): number {
  const last = text.lastIndexOf(delimiters.open)
  return last >= 0 && !text.includes(delimiters.close, last) ? last : 0
}

function toProblem({ line, column, reason, hint }: TagSyntaxException, source: SourceText): TemplateProblem {
  const offset = source.offsetAt(line - 1, column - 1)
  return { offset, message: reason, hint }
}

function toLink({ tag, attributes }: TagCall): TemplateLink {
  const actions: LinkAction[] = []
  const args: LinkArgument[] = []
  for (const attribute of attributes) {
    if (attribute.role === 'html' || attribute.role === 'method') continue
    const { name, valueStart: offset, value } = attribute
    const texts = value.map((piece) => (piece.type === 'text' ? piece.text : undefined))
    const text = texts.includes(undefined) ? undefined : texts.join('')
    if (attribute.role === 'parameter')
      args.push({ name, value: text === undefined ? undefined : { literal: text }, offset })
    else if (text !== undefined) actions.push({ text, offset })
  }
  const isDynamic = actions.length === 0
  return { offset: tag.start, purpose: 'url', actions, isDynamic, args, hasUnknownArguments: false }
}

/** Writes `<route:reverse action="a.b" id="<%= user.id %>"/>` with the prefix that the file declares. */
const ejsDialect: TemplateDialect = {
  tags(text) {
    return parseTags(new TemplateText(text, ''), delimiters).map((piece): DialectTag => {
      const { start, end, type } = piece
      if (type === 'directive') return { start, end, type: 'comment' }
      if (type === 'tag') return { start, end, type: piece.call.tag.name === 'reverse' ? 'link' : 'other' }
      if (type !== 'code') return { start, end, type: 'other' }
      if (piece.mark === '#') return { start, end, type: 'comment' }
      const code = text.slice(piece.codeStart, piece.codeEnd).trim()
      const isOutput = piece.mark === '=' || piece.mark === '-'
      return { start, end, ...(isOutput ? describeOutput(code) : { type: statementType(code) }) }
    })
  },
  write({ action, args }, text) {
    const attributes = writeArguments(args, attributeName, valueOf, (name, value) => ` ${name}=${value}`)
    if (attributes === undefined) return undefined
    return `<${declaredPrefix(text) ?? 'route'}:reverse action="${action}"${attributes}/>`
  },
  // Declares the tag library in a file without a declaration.
  prepare(text) {
    if (declaredPrefix(text) !== undefined) return []
    const start = text.startsWith('\uFEFF') ? 1 : 0
    // The dash removes the line end, so the page gets no empty line.
    const declaration = `<%@ taglib prefix="route" uri="/mvc-router" -%>${lineEndOf(text)}`
    return [{ start, end: start, text: declaration }]
  },
}

const attributeName = /^(?!action$)[A-Za-z_][\w.-]*$/

/** Returns the value in quotes. Returns undefined if no attribute can contain it, for example code with `"` and `'`. */
function valueOf(pieces: readonly UrlPiece[]): string | undefined {
  const parts = pieces.map(valuePiece)
  if (parts.includes(undefined)) return undefined
  const value = parts.join('')
  const quote = value.includes('"') ? "'" : '"'
  return value.includes(quote) ? undefined : quote + value + quote
}

function valuePiece(piece: UrlPiece): string | undefined {
  if (piece.type === 'hole') return piece.expression.includes('%>') ? undefined : `<%= ${piece.expression} %>`
  return piece.text.includes('<') ? undefined : piece.text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** Returns the prefix of the tag library that a file declares at its start. */
function declaredPrefix(text: string): string | undefined {
  return /^\s*<%@\s*taglib\b[^%]*\bprefix\s*=\s*["']([\w.-]+)["'][^%]*%>/.exec(text)?.[1]
}
