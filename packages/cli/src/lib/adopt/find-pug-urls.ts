import type { SyntaxNode } from '../links/script-syntax.js'
import type { SourceText } from '../terminal/source-text.js'
import { expressionAt, valuePlace, type PugModules, type PugToken } from '../links/pug-source.js'
import { useOfAttribute } from './url-use.js'
import { callArguments, templateText, urlPieces } from './script-expression.js'
import type { FoundUrls, PlacedLink, WrittenUrl } from './written-url.js'

/** The URLs in the attributes of a Pug template; undefined for one that cannot be read. */
export function findPugUrls(source: SourceText, { lex }: PugModules): FoundUrls | undefined {
  let tokens: readonly PugToken[]
  try {
    tokens = lex(source.text, { filename: source.file })
  } catch {
    return undefined
  }
  const forms: { indent: number; method: string | undefined }[] = []
  const urls: WrittenUrl[] = []
  const links: PlacedLink[] = []
  let element = 'div'
  let indent = 0
  let attributes: PugToken[] = []
  for (const token of tokens) {
    if (token.type === 'tag') element = String(token.val).toLowerCase()
    else if (token.type === 'class' || token.type === 'id') continue
    else if (token.type === 'newline' || token.type === 'indent' || token.type === 'outdent') {
      indent = token.loc.start.line === token.loc.end.line ? token.loc.end.column : indent
      while ((forms.at(-1)?.indent ?? -1) >= indent) forms.pop()
      element = 'div'
    } else if (token.type === 'start-attributes') attributes = []
    else if (token.type === 'attribute') attributes.push(token)
    else if (token.type === 'end-attributes') {
      const method = methodOf(attributes)
      if (element === 'form') forms.push({ indent, method })
      const found = urlsOfElement(element, attributes, source, () => forms.at(-1)?.method, method)
      for (const url of found) {
        const [first] = url.pieces
        const isLink =
          first?.type === 'hole' && /^(?:locals\.)?route(?:\.reverse)?\s*\(/.test(first.expression)
        if (isLink) links.push({ start: url.offset, end: url.end, method: url.method })
        else urls.push(url)
      }
      attributes = []
    }
  }
  return { urls, links }
}

function urlsOfElement(
  element: string,
  attributes: readonly PugToken[],
  source: SourceText,
  formMethod: () => string | undefined,
  ownMethod: string | undefined,
): WrittenUrl[] {
  const value = (name: string): string | undefined => staticText(attributes, name)
  const has = (name: string): boolean => attributes.some((each) => each.name === name)
  return attributes.flatMap((token): WrittenUrl[] => {
    const name = (token.name ?? '').toLowerCase()
    const use = useOfAttribute(element, name, { value, has, formMethod, ownMethod: () => ownMethod })
    const place = use && valuePlace(token, source)
    if (use === undefined || place === undefined) return []
    const { start, end } = place
    const root = expressionAt(source.text, start, end)
    if (root === undefined) return []
    return branches(root).map((node): WrittenUrl => ({
      ...use,
      offset: node.start,
      end: node.end,
      pieces: urlPieces(node, source.text),
      separator: token.mustEscape === false ? undefined : '&',
      write: (link) => {
        const { rest } = link
        if (rest.length === 0) return `route${callArguments(link)}`
        return `\`\${route${callArguments(link)}}${templateText(rest, 'source')}\``
      },
    }))
  })
}

/** The two of `x ? '/a' : '/b'`, else the expression itself. */
function branches(node: SyntaxNode): SyntaxNode[] {
  if (node.type !== 'ConditionalExpression') return [node]
  return [...branches(node['consequent'] as SyntaxNode), ...branches(node['alternate'] as SyntaxNode)]
}

function methodOf(attributes: readonly PugToken[]): string | undefined {
  if (!attributes.some(({ name }) => name === 'method')) return 'GET'
  return staticText(attributes, 'method')?.toUpperCase()
}

function staticText(attributes: readonly PugToken[], name: string): string | undefined {
  const value = attributes.find((each) => each.name === name)?.val
  return typeof value === 'string' ? /^(["'`])([^"'`$\\]*)\1$/.exec(value)?.[2] : undefined
}
