import { originOf } from './name-origin.js'
import {
  importLine,
  type SyntaxNode,
  statementsOf,
  lineEndOf,
  nameOf,
  nodeIn,
  nodesIn,
  Scopes,
  type TextEdit,
} from '@mvc-router/import/script'
import { readableSyntaxOf } from '../../terminal/syntax-of.js'
import type { SourceText } from '../../terminal/source-text.js'
import { callArguments, templateText, urlPieces } from './write.js'
import { scriptUrls } from './script-urls.js'
import { get } from '../html/url-attributes.js'
import type { FoundUrls, NamedLink, UrlPiece, WrittenUrl } from '../written-url.js'

/** @param packages the dependencies of the program */
export function findProgramUrls(source: SourceText, packages: ReadonlySet<string>): FoundUrls | undefined {
  const { text, file } = source
  const root = readableSyntaxOf(source)
  if (root === undefined) return undefined
  const isFrontEnd = routesPages(packages)
  const isBrowser = (isFrontEnd && isJsx(file)) || runsInBrowser(text, file, packages)
  const all = scriptUrls(root, text)
  const isTaken = all.some(({ node }) => originOf(root, node, 'Router')?.isOurs === false)
  const router = isTaken ? 'AppRouter' : 'Router'
  let needsRouter = false
  const call = (link: NamedLink, node: SyntaxNode, isAttribute: boolean): string => {
    const href = isAttribute ? originOf(root, node, 'href') : undefined
    if (href !== undefined && !href.isForeign && !href.isParameter) return `href${callArguments(link)}`
    needsRouter ||= originOf(root, node, router)?.importedName !== 'Router'
    const reversed = `${router}.reverse${callArguments(link)}`
    return `${reversed}.url`
  }
  const urls = all.map(({ node, use, place, isEarly }): WrittenUrl => {
    const isAttribute = place === 'attribute'
    // A link in a JSX attribute needs braces.
    const isBare = isAttribute && text[node.start - 1] === '='
    const obstacle = isBrowser
      ? 'it runs in a browser, where there is no route file'
      : isEarly
        ? 'it is read when the program starts, before there are routes'
        : unfitVariable(urlPieces(node, text), root, node, text)
    const isPage = (use.method ?? 'GET') === 'GET' && (isAttribute || use === get)
    return {
      ...use,
      isGuess: use.isGuess || (isPage && isBrowser && isFrontEnd),
      offset: node.start,
      end: node.end,
      pieces: urlPieces(node, text),
      obstacle,
      separator: '&',
      write: (link) => {
        const { rest } = link
        const written =
          rest.length === 0
            ? call(link, node, isAttribute)
            : `\`\${${call(link, node, isAttribute)}}${templateText(rest, 'source')}\``
        return isBare ? `{${written}}` : written
      },
    }
  })
  return {
    urls: urls.filter(({ pieces }) => !isLink(pieces)),
    links: all.flatMap(({ node, use, place }) => {
      const { start, end } = node
      return place === 'attribute' && isLink(urlPieces(node, text))
        ? [{ start, end, method: use.method }]
        : []
    }),
    prepare: () => (needsRouter ? [importOf(router, root, text, file)] : []),
  }
}

/** True if the URL begins with a link: `href('a.b')`, `Router.reverse('a.b').url`. */
function isLink([first]: readonly UrlPiece[]): boolean {
  return first?.type === 'hole' && /^(?:href|[\w.]*\broute|[\w.]+\.reverse)\s*\(/.test(first.expression)
}

/** Finds a variable that may be empty in the path, or is already encoded, because a link would encode it again. */
function unfitVariable(
  pieces: readonly UrlPiece[],
  root: SyntaxNode,
  node: SyntaxNode,
  text: string,
): string | undefined {
  let isPath = true
  for (const piece of pieces) {
    if (piece.type === 'text') isPath &&= !piece.text.includes('?')
    const name = piece.type === 'hole' ? piece.expression : ''
    const binding = Scopes.of(root).find(node, name)
    const declarations = binding?.kind === 'variable' ? nodesIn(binding.declaration, 'declarations') : []
    const declarator = declarations.find((each) => nameOf(nodeIn(each, 'id')) === name)
    const init = declarator && nodeIn(declarator, 'init')
    const value = init === undefined ? '' : text.slice(init.start, init.end)
    if (/^encodeURI(?:Component)?\(/.test(value)) return `its variable ${name} is already encoded`
    if (isPath && /^(?:''|""|``)$/.test(value)) return `its variable ${name} may be empty`
  }
  return undefined
}

function isJsx(file: string): boolean {
  return /\.[jt]sx$/i.test(file)
}

/** True if a router in the browser finds the page of a URL. */
function routesPages(packages: ReadonlySet<string>): boolean {
  const isOnServer = serverPages.some((name) => packages.has(name))
  return !isOnServer && pageRouters.some((name) => packages.has(name))
}

const serverPages = ['@mvc-router/view-jsx', 'express-react-views', 'express-tsx-views', '@kitajs/html']
const pageRouters =
  'react-router react-router-dom @tanstack/react-router wouter @reach/router preact-router next gatsby @remix-run/react'.split(
    ' ',
  )
const bundlers =
  'vite webpack esbuild parcel parcel-bundler rollup browserify next gatsby react-scripts @rspack/core @rsbuild/core'.split(
    ' ',
  )

/** True for a program that runs in a browser, where URLs cannot be built by name. */
function runsInBrowser(text: string, file: string, packages: ReadonlySet<string>): boolean {
  // Without a compiler for browsers, JSX runs on the server.
  const isServed = !isJsx(file) || packages.size === 0 || bundlers.some((name) => packages.has(name))
  if (isServed && /(?:^|\/)(?:public|static|assets|client|frontend|browser|www|wwwroot)\//i.test(file))
    return true
  if (/^\s*['"]use client['"]/.test(text)) return true
  if (/from ['"](?:react-dom\/client|react-router(?:-dom)?|next\/[\w/]+)['"]/.test(text)) return true
  if (/\buse(?:State|Effect|Reducer|LayoutEffect)\s*\(/.test(text)) return true
  const isServer = /\brequire\s*\(|\bres\.(?:redirect|render|send|json)\b|from ['"](?:node:|express)/.test(
    text,
  )
  return !isServer && /\b(?:document|window)\s*\./.test(text)
}

/** Inserts an import of the router after the last import, in the style of the file: modules, quotes, semicolons. */
function importOf(router: string, root: SyntaxNode, text: string, file: string): TextEdit {
  const body = statementsOf(root)
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const requires = body.filter(
    (node) =>
      node.type === 'VariableDeclaration' && /=\s*require\s*\(/.test(text.slice(node.start, node.end)),
  )
  const isModule =
    imports.length > 0 ||
    body.some(({ type }) => type.startsWith('Export')) ||
    /\.(?:mjs|mts|tsx?)$/.test(file)
  const known = isModule ? imports : requires
  const sample = known.at(-1)
  const sampleText = sample === undefined ? text : text.slice(sample.start, sample.end)
  const quote = sample !== undefined && /"/.test(sampleText) && !/'/.test(sampleText) ? '"' : "'"
  const end = sampleText.trimEnd().endsWith(';') || (sample === undefined && /;\s*$/m.test(text)) ? ';' : ''
  const line =
    importLine([['Router', router]], '@mvc-router/router-core', { isEsModule: isModule }, quote) + end
  const eol = lineEndOf(text)
  if (sample !== undefined) {
    const comment = /^[^\S\r\n]*\/\/[^\r\n]*/.exec(text.slice(sample.end))?.[0] ?? ''
    const lineEnd = sample.end + comment.length
    return { start: lineEnd, end: lineEnd, text: `${eol}${line}` }
  }
  const directives = ((root['program'] as SyntaxNode)['directives'] ?? []) as SyntaxNode[]
  const last = directives.at(-1)
  if (last !== undefined) return { start: last.end, end: last.end, text: `${eol}${line}` }
  const start = /^(?:\uFEFF)?(?:#![^\n]*\n)?/.exec(text)?.[0].length ?? 0
  return { start, end: start, text: `${line}${eol}` }
}

/** False if the text certainly contains no URL. Then the program is not parsed. */
export function mayHoldUrls(text: string): boolean {
  return /['"`]\/|<form\b|\bformAction\b/i.test(text)
}
