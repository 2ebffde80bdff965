import {
  childIn,
  keyName,
  lastName,
  nameOf,
  nodeIn,
  nodesIn,
  Scopes,
  textIn,
  visitSyntax,
  withoutTypes,
  type SyntaxNode,
} from '@mvc-router/import/script'
import { readableSyntaxOf } from '../terminal/syntax-of.js'
import type { SourceText } from '../terminal/source-text.js'
import { propertyOf } from './script/script-urls.js'
import type { NunjucksOptions } from './template-engine.js'

export interface ApplicationEngines {
  /** Keys are extensions with the dot, in lower case. Undefined if the program does not show the engine's name. */
  readonly byExtension: Map<string, string | undefined>
  /** Engines that render files of any extension. */
  readonly others: Set<string>
  readonly imported: Set<string>
  nunjucks: NunjucksOptions | undefined
}

/** Engine names by package. Some of these engines are not supported. */
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
const knownEngines: ReadonlySet<string> = new Set(enginesOfPackages.values())

/** Finds template engines in calls of Express, Nunjucks, Fastify's views and Koa's views. */
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
    const imported = new Set<string>()
    const calls: SyntaxNode[] = []
    visitSyntax(root, (node) => {
      if (node.type === 'ObjectProperty') readOption(node, found)
      const isImport = node.type === 'ImportDeclaration'
      const isRequire = node.type === 'CallExpression' && nameOf(childIn(node, 'callee')) === 'require'
      if (isImport || isRequire) {
        const module = isImport ? childIn(node, 'source') : nodesIn(node, 'arguments')[0]
        const engine = enginesOfPackages.get(nameOf(module) ?? '')
        if (engine !== undefined) imported.add(engine)
      } else if (node.type === 'CallExpression' || node.type === 'NewExpression') calls.push(node)
    })
    for (const engine of imported) found.imported.add(engine)
    for (const call of calls) {
      const [first, second] = nodesIn(call, 'arguments').map(withoutTypes)
      const name = lastName(childIn(call, 'callee'))
      if (name === 'engine' && first?.type === 'StringLiteral' && second !== undefined)
        setExtension(found, textIn(first, 'value'), engineOf(second, Scopes.of(root), imported))
      else if (name === 'set' && nameOf(first) === 'view engine') viewExtension = nameOf(second)
      else if (nunjucksCalls.has(name ?? '') && imported.has('nunjucks'))
        readNunjucks(name, second ?? first, found)
    }
  }
  const [only, ...more] = found.others
  if (viewExtension !== undefined && only !== undefined && more.length === 0) {
    const extension = dotted(viewExtension)
    if (!found.byExtension.has(extension)) found.byExtension.set(extension, only)
  }
  return found
}

/** Quickly selects programs that may register or import an engine. */
const mayName = new RegExp(`\\bengine\\b|["'](?:${[...enginesOfPackages.keys()].join('|')})["']`)

const nunjucksCalls: ReadonlySet<string> = new Set(['configure', 'Environment', 'express'])

/** Reads `nunjucks.configure(folder, { tags })`, `new Environment(loader, { tags })` and `environment.express(app)`. */
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

/** Reads `engine: { nunjucks }` of Fastify and `map: { html: 'nunjucks' }` of Koa. */
function readOption(node: SyntaxNode, found: ApplicationEngines): void {
  const value = nodeIn(node, 'value')
  if (value?.type !== 'ObjectExpression') return
  for (const each of nodesIn(value, 'properties')) {
    const key = keyName(each) ?? ''
    if (keyName(node) === 'engine' && knownEngines.has(key)) found.others.add(key)
    const engine = nameOf(nodeIn(each, 'value')) ?? ''
    if (keyName(node) === 'map' && knownEngines.has(engine)) setExtension(found, key, engine)
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

/** Returns the engine whose package an expression names, else the only engine that the program imports. */
function engineOf(expression: SyntaxNode, scopes: Scopes, imported: ReadonlySet<string>): string | undefined {
  const named = new Set<string>()
  const read: SyntaxNode[] = []
  const waiting = [expression]
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    read.push(each)
    visitSyntax(each, (node) => {
      const name = nameOf(node) ?? ''
      const binding = node.type === 'Identifier' ? scopes.find(node, name) : undefined
      // For example, `views` leads to `new Eta()` in `const views = new Eta()`.
      const value = binding?.imported === undefined ? binding?.value : undefined
      if (value !== undefined && !read.includes(value)) waiting.push(value)
      const engine =
        enginesOfPackages.get(binding?.imported?.specifier ?? name) ?? memberOfConsolidate(node, scopes)
      if (engine !== undefined) named.add(engine)
    })
  }
  const [only, ...others] = named.size > 0 ? named : imported
  return others.length === 0 ? only : undefined
}

/** Returns the member name of consolidate as an engine, even if the engine is unsupported. */
function memberOfConsolidate(node: SyntaxNode, scopes: Scopes): string | undefined {
  const object = node.type === 'MemberExpression' ? childIn(node, 'object') : undefined
  const source = object && (nodesIn(object, 'arguments')[0] ?? object)
  const name = nameOf(source) ?? ''
  const module = (source && scopes.find(source, name))?.imported?.specifier ?? name
  return /^(?:@ladjs\/)?consolidate$/.test(module) ? lastName(node) : undefined
}
