import {
  childIn,
  keyName,
  lastName,
  nameOf,
  nodeIn,
  nodesIn,
  patternNames,
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
    const packages = packagesOfNames(root)
    visitSyntax(root, (node) => {
      if (node.type === 'ObjectProperty') readOption(node, found)
      if (node.type === 'ImportDeclaration') addImport(childIn(node, 'source'), found)
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
      const callee = childIn(node, 'callee')
      const [first, second] = nodesIn(node, 'arguments').map(withoutTypes)
      const name = lastName(callee)
      if (nameOf(callee) === 'require') addImport(first, found)
      if (name === 'engine' && first?.type === 'StringLiteral' && second !== undefined)
        setExtension(found, textIn(first, 'value'), engineOf(second, packages))
      else if (name === 'set' && nameOf(first) === 'view engine') viewExtension = nameOf(second)
      else if (nunjucksCalls.has(name ?? '') && [...packages.values()].includes('nunjucks'))
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

/** The packages from which the values of names come: `eta` of `import { Eta } from 'eta'` and `const views = new Eta()`. */
function packagesOfNames(root: SyntaxNode): ReadonlyMap<string, string> {
  const packages = new Map<string, string>()
  visitSyntax(root, (node) => {
    if (node.type === 'ImportDeclaration')
      for (const each of nodesIn(node, 'specifiers'))
        packages.set(nameOf(childIn(each, 'local')) ?? '', nameOf(childIn(node, 'source')) ?? '')
    const init = node.type === 'VariableDeclarator' ? nodeIn(node, 'init') : undefined
    let source: string | undefined
    if (init !== undefined)
      visitSyntax(init, (each) => {
        const isRequire = each.type === 'CallExpression' && nameOf(nodeIn(each, 'callee')) === 'require'
        source ??= isRequire ? nameOf(nodesIn(each, 'arguments')[0]) : packages.get(nameOf(each) ?? '')
      })
    if (source !== undefined) for (const name of patternNames(nodeIn(node, 'id'))) packages.set(name, source)
  })
  return packages
}

/** The engine whose package an expression names, else the only engine that the program imports. */
function engineOf(expression: SyntaxNode, packages: ReadonlyMap<string, string>): string | undefined {
  const engines = new Set<string>()
  visitSyntax(expression, (node) => {
    const name = nameOf(node) ?? ''
    // `require('ejs')`, and `consolidate.nunjucks`.
    const engine = enginesOfPackages.get(packages.get(name) ?? name) ?? memberOfConsolidate(node, packages)
    if (engine !== undefined) engines.add(engine)
  })
  if (engines.size === 0) for (const name of packages.values()) engines.add(enginesOfPackages.get(name) ?? '')
  engines.delete('')
  const [only, ...others] = engines
  return others.length === 0 ? only : undefined
}

/** The members of consolidate are engines, also those that nothing here knows. */
function memberOfConsolidate(node: SyntaxNode, packages: ReadonlyMap<string, string>): string | undefined {
  const object = node.type === 'MemberExpression' ? childIn(node, 'object') : undefined
  const source = object && (nodesIn(object, 'arguments')[0] ?? object)
  const name = nameOf(source) ?? ''
  return /^(?:@ladjs\/)?consolidate$/.test(packages.get(name) ?? name) ? lastName(node) : undefined
}
