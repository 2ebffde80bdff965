import {
  childIn,
  keyName,
  lastName,
  nameOf,
  nodeIn,
  nodesIn,
  textIn,
  visitSyntax,
  withoutTypes,
  type SyntaxNode,
} from '@mvc-router/import/script'
import { readableSyntaxOf } from '../terminal/syntax-of.js'
import type { SourceText } from '../terminal/source-text.js'
import { propertyOf } from './script/script-urls.js'
import type { NunjucksOptions } from './template-engine.js'

/** The names of the engines that an application registers. */
export interface ApplicationEngines {
  /** By extension, with the dot and in lower case. Undefined for an engine that the program does not show. */
  readonly byExtension: Map<string, string | undefined>
  /** Engines that render files of any extension. */
  readonly others: Set<string>
  /** Engines that programs import, for any purpose. */
  readonly imported: Set<string>
  /** The delimiters of Nunjucks, if a program sets them. */
  nunjucks: NunjucksOptions | undefined
}

/** The engines by the names of the packages that render their templates, also those that nothing here reads. */
export const enginesOfPackages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nunjucks: ['nunjucks', '@mvc-router/view-nunjucks'],
    handlebars: ['handlebars', 'express-handlebars', 'hbs', 'express-hbs', '@mvc-router/view-handlebars'],
    eta: ['eta', '@mvc-router/view-eta'],
    ejs: ['ejs', 'ejs-mate', '@koa/ejs', '@mvc-router/view-ejs'],
    liquid: ['liquidjs', '@mvc-router/view-liquid'],
    pug: ['pug', 'jade'],
    swig: ['swig', 'swig-templates'],
    twig: ['twig', 'twing'],
    mustache: ['mustache', 'mustache-express'],
    hogan: ['hogan.js', 'hogan-express', 'hjs'],
    dust: ['dustjs-linkedin', 'adaro'],
    squirrelly: ['squirrelly'],
    vash: ['vash'],
  }).flatMap(([engine, names]) => names.map((name) => [name, engine] as const)),
)
const engineNames: ReadonlySet<string> = new Set(enginesOfPackages.values())

/** Reads the calls that register template engines: of Express, of Fastify's and Koa's views, and of Nunjucks itself. */
export function findApplicationEngines(programs: Iterable<SourceText>): ApplicationEngines {
  const found: ApplicationEngines = {
    byExtension: new Map(),
    others: new Set(),
    imported: new Set(),
    nunjucks: undefined,
  }
  let viewExtension: string | undefined
  for (const source of programs) {
    if (!mayName.test(source.text)) continue
    const root = readableSyntaxOf(source)
    if (root === undefined) continue
    const names = new ProgramNames(root)
    visitSyntax(root, (node) => {
      if (node.type === 'ObjectProperty') readOption(node, found)
      if (node.type === 'ImportDeclaration') addImport(childIn(node, 'source'), found)
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
      const callee = childIn(node, 'callee')
      const [first, second] = nodesIn(node, 'arguments').map(withoutTypes)
      const name = lastName(callee)
      if (nameOf(callee) === 'require') addImport(first, found)
      if (name === 'engine' && first?.type === 'StringLiteral' && second !== undefined)
        setExtension(found, textIn(first, 'value'), names.engineOf(second))
      else if (name === 'set' && nameOf(first) === 'view engine') viewExtension = nameOf(second)
      else if (nunjucksCalls.has(name ?? '') && names.engineOf(callee) === 'nunjucks')
        readNunjucks(name, second ?? first, found)
    })
  }
  const [only, ...more] = found.others
  if (viewExtension !== undefined && only !== undefined && more.length === 0) {
    const extension = dotted(viewExtension)
    if (!found.byExtension.has(extension)) found.byExtension.set(extension, only)
  }
  return found
}

/** A quick test for programs that may register or import an engine. */
const mayName = new RegExp(`\\bengine\\b|["'](?:${[...enginesOfPackages.keys()].join('|')})["']`)

function addImport(source: SyntaxNode | undefined, { imported }: ApplicationEngines): void {
  const engine = enginesOfPackages.get(nameOf(source) ?? '')
  if (engine !== undefined) imported.add(engine)
}

const nunjucksCalls: ReadonlySet<string> = new Set(['configure', 'Environment', 'express'])

/** `nunjucks.configure(folder, { express, tags })`, `new nunjucks.Environment(loader, { tags })`, `environment.express(app)`. */
function readNunjucks(
  name: string | undefined,
  options: SyntaxNode | undefined,
  found: ApplicationEngines,
): void {
  if (name === 'configure' || name === 'express') found.others.add('nunjucks')
  const tags = options && propertyOf(options, 'tags')
  if (tags === undefined) return
  const texts = nodesIn(tags, 'properties').map(
    (each) => [keyName(each), nameOf(nodeIn(each, 'value'))] as const,
  )
  found.nunjucks = {
    tags: Object.fromEntries(texts.filter(([key, text]) => key !== undefined && text !== undefined)),
  }
}

/** `engine: { nunjucks }` of Fastify, and `map: { html: 'nunjucks' }` of Koa. */
function readOption(node: SyntaxNode, found: ApplicationEngines): void {
  const value = nodeIn(node, 'value')
  if (value?.type !== 'ObjectExpression') return
  for (const each of nodesIn(value, 'properties')) {
    const key = keyName(each) ?? ''
    if (keyName(node) === 'engine' && engineNames.has(key)) found.others.add(key)
    const engine = nameOf(nodeIn(each, 'value')) ?? ''
    if (keyName(node) === 'map' && engineNames.has(engine)) setExtension(found, key, engine)
  }
}

function setExtension(
  { byExtension }: ApplicationEngines,
  extension: string,
  engine: string | undefined,
): void {
  byExtension.set(dotted(extension), engine ?? byExtension.get(dotted(extension)))
}

function dotted(extension: string): string {
  return `.${extension.replace(/^\./, '').toLowerCase()}`
}

/** Where the names of a program come from. */
class ProgramNames {
  /** By name: a package, or the code that makes the value. */
  readonly #sources = new Map<string, string | SyntaxNode>()

  constructor(root: SyntaxNode) {
    visitSyntax(root, (node) => {
      if (node.type === 'ImportDeclaration') {
        const source = nameOf(childIn(node, 'source')) ?? ''
        for (const specifier of nodesIn(node, 'specifiers')) this.#add(nodeIn(specifier, 'local'), source)
      } else if (node.type === 'VariableDeclarator') {
        const id = childIn(node, 'id')
        const init = nodeIn(node, 'init')
        for (const name of [id, ...nodesIn(id, 'properties').map((each) => nodeIn(each, 'value'))])
          this.#add(name, init)
      } else if (node.type === 'FunctionDeclaration') this.#add(nodeIn(node, 'id'), childIn(node, 'body'))
    })
  }

  /** The engine that an expression uses, also through the names in it; undefined if there are several. */
  engineOf(expression: SyntaxNode): string | undefined {
    const engines = new Set<string>()
    const seen = new Set<string | SyntaxNode>()
    const read = (source: string | SyntaxNode | undefined): void => {
      if (source === undefined || seen.has(source)) return
      seen.add(source)
      if (typeof source === 'string') return add(enginesOfPackages.get(source))
      visitSyntax(source, (node) => {
        if (node.type === 'Identifier') read(this.#sources.get(nameOf(node) ?? ''))
        // `require('ejs')`, and `consolidate.nunjucks`.
        if (node.type === 'StringLiteral') read(nameOf(node))
        if (node.type === 'MemberExpression')
          add(lastName(node), this.#isOfAnyEngine(childIn(node, 'object')))
      })
    }
    const add = (engine: string | undefined, isEngine = false): void => {
      if (engine !== undefined && (isEngine || engineNames.has(engine)))
        engines.add(enginesOfPackages.get(engine) ?? engine)
    }
    read(expression)
    const [only, ...others] = engines
    return others.length === 0 ? only : undefined
  }

  /** True for consolidate, whose members are engines. */
  #isOfAnyEngine(object: SyntaxNode): boolean {
    const source = this.#sources.get(nameOf(object) ?? '') ?? object
    const name = typeof source === 'string' ? source : nameOf(nodesIn(source, 'arguments')[0])
    return name === 'consolidate' || name === '@ladjs/consolidate'
  }

  #add(name: SyntaxNode | undefined, source: string | SyntaxNode | undefined): void {
    const text = name?.type === 'Identifier' ? nameOf(name) : undefined
    if (text !== undefined && source !== undefined) this.#sources.set(text, source)
  }
}
