import { type SyntaxNode, templateExpression } from '@mvc-router/import/script'
import type { SourceText, Span } from '../../terminal/source-text.js'
import { offsetAt, valuePlace, type PugModules, type PugToken } from './pug-source.js'
import {
  useOfAttribute,
  methodOverrides,
  type PageElement,
  type MethodOverrides,
} from '../html/url-attributes.js'
import { describeOutput } from '../template-code.js'
import type { DialectTag } from '../html/template-dialect.js'
import { isProgram } from '../html/read-html.js'
import { findInlineUrls } from '../html/find-inline-urls.js'
import { callArguments, templateText, urlPieces } from '../script/write.js'
import {
  sourceOf,
  unknownPiece,
  type FoundUrls,
  type NamedLink,
  type PlacedLink,
  type WrittenUrl,
} from '../written-url.js'

export function findPugUrls(source: SourceText, { lex }: PugModules): FoundUrls {
  const tokens = lex(source.text, { filename: source.file })
  const { elements, scripts } = readPage(tokens, source)
  const overrides = methodOverrides(elements)
  const urls: WrittenUrl[] = []
  const links: PlacedLink[] = []
  for (const element of elements) {
    for (const url of urlsOfElement(element, source, overrides)) {
      const [first] = url.pieces
      const isLink = first?.type === 'hole' && /^(?:locals\.)?route(?:\.reverse)?\s*\(/.test(first.expression)
      if (isLink) links.push({ start: url.offset, end: url.end, method: url.method })
      else if (!url.isGuess || (first?.type === 'text' && first.text.startsWith('/'))) urls.push(url)
    }
  }
  const inScripts = scripts.flatMap((script) =>
    findInlineUrls(source.text, script, script.tags, writePugText, links),
  )
  return { urls: [...urls, ...inScripts].toSorted((left, right) => left.offset - right.offset), links }
}

interface PugElement extends PageElement {
  readonly attributes: readonly PugToken[]
}

/** Returns the elements with attributes, and the programs in `script.` blocks with the tags inside them. */
function readPage(
  tokens: readonly PugToken[],
  source: SourceText,
): { elements: PugElement[]; scripts: (Span & { readonly tags: readonly DialectTag[] })[] } {
  const elements: PugElement[] = []
  const forms: { indent: number; element: PugElement }[] = []
  const scripts: { start: number; end: number; tags: DialectTag[] }[] = []
  let name = 'div'
  let indent = 1
  let attributes: PugToken[] = []
  let isInProgram = false
  let script: (typeof scripts)[number] | undefined
  for (const token of tokens) {
    const { type, val, loc } = token
    const [start, end] = [offsetAt(source, loc.start), offsetAt(source, loc.end)]
    if (script !== undefined && type !== 'end-pipeless-text') script.end = Math.max(script.end, end)
    if (type === 'tag') {
      name = String(val).toLowerCase()
      isInProgram = name === 'script'
    } else if (type === 'newline' || type === 'indent' || type === 'outdent') {
      // The last token before a line's content contains the indentation.
      if (loc.start.line === loc.end.line) indent = loc.end.column
      while ((forms.at(-1)?.indent ?? -1) >= indent) forms.pop()
      name = 'div'
    } else if (type === 'start-attributes') attributes = []
    else if (type === 'attribute') attributes.push(token)
    else if (type === 'end-attributes') {
      const values = new Map(attributes.toReversed().map((each) => [each.name ?? '', staticText(each)]))
      const element: PugElement = { name, attributes, values, form: forms.at(-1)?.element }
      elements.push(element)
      if (name === 'form') forms.push({ indent, element })
      isInProgram &&= isProgram(element)
    } else if (type === 'start-pipeless-text' && isInProgram) {
      script = { start, end, tags: [] }
      scripts.push(script)
    } else if (type === 'end-pipeless-text') script = undefined
    else if (type === 'interpolated-code') script?.tags.push({ start, end, ...describeOutput(String(val)) })
    else if (type !== 'text') script?.tags.push({ start, end, type: 'other' })
  }
  return { elements, scripts }
}

function urlsOfElement(element: PugElement, source: SourceText, overrides: MethodOverrides): WrittenUrl[] {
  return element.attributes.flatMap((token): WrittenUrl[] => {
    const use = useOfAttribute(element, (token.name ?? '').toLowerCase(), overrides)
    const place = use && valuePlace(token, source)
    if (use === undefined || place === undefined) return []
    const { start, end } = place
    const root = templateExpression(source.text.slice(start, end), start)
    if (root === undefined) return []
    return branches(root).map((node): WrittenUrl => {
      const written = source.text.slice(node.start, node.end)
      const isJade = written.includes('#{')
      return {
        ...use,
        offset: node.start,
        end: node.end,
        pieces: isJade ? [unknownPiece(written)] : urlPieces(node, source.text),
        obstacle: isJade ? 'Jade fills in #{}, and Pug does not' : undefined,
        separator: token.mustEscape === false ? undefined : '&',
        write: writePugValue,
      }
    })
  })
}

/** Returns both branches of `x ? '/a' : '/b'`, else the expression itself. */
function branches(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'ConditionalExpression') return [node]
  return [...branches(node['consequent'] as SyntaxNode), ...branches(node['alternate'] as SyntaxNode)]
}

function staticText({ val }: PugToken): string | undefined {
  return typeof val === 'string' ? /^(["'`])([^"'`$\\]*)\1$/.exec(val)?.[2] : undefined
}

/** Writes a link as an attribute value: `route('a.b', { id: user.id })`. */
function writePugValue(link: NamedLink): string {
  const call = `route${callArguments(link)}`
  return link.rest.length === 0 ? call : `\`\${${call}}${templateText(link.rest, 'source')}\``
}

/** Writes a link into text: `#{route('a.b')}`. */
function writePugText(link: NamedLink): string {
  return `#{route${callArguments(link)}}${sourceOf(link.rest)}`
}
