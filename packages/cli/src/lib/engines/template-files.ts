import { isDeclaration, scriptExtensions } from '@mvc-router/import/script'
import { basename, extname } from 'node:path'
import { glob } from 'tinyglobby'
import { SourceText } from '../terminal/source-text.js'
import { readText } from '../terminal/read-text.js'
import { findApplicationEngines, type ApplicationEngines } from './application-engines.js'
import { decideEngines, enginesOfText, type UndecidedTemplate } from './detect-engine.js'
import { enginesByExtension, templateEngines } from './engines.js'
import { EngineProject, type EngineOptions, type TemplateEngine } from './template-engine.js'

export interface TemplateFiles {
  readonly files: readonly { readonly path: string; readonly engine: TemplateEngine }[]
  readonly undecided: readonly UndecidedTemplate[]
  readonly foreign: readonly string[]
  readonly unknown: readonly string[]
  /** The engines, with the delimiters of Nunjucks from the command line, else from the application. */
  readonly project: EngineProject
}

export interface TemplateOptions extends EngineOptions {
  /** Globs. Without globs, all templates and programs are found, except generated and test files. */
  readonly templates: readonly string[]
  /** Engines of more extensions, such as `.html`. */
  readonly engines: ReadonlyMap<string, TemplateEngine>
  /** Each is `FOLDER` or `PREFIX=FOLDER`. */
  readonly staticFolders: readonly string[]
  /** Paths that another program answers. `*` represents any text. */
  readonly elsewhere: readonly string[]
}

/**
 * Finds files and their engines. Options have priority, then the application, then the engines' own extensions. For
 * other extensions, the tags decide.
 */
export async function findTemplateFiles(options: TemplateOptions): Promise<TemplateFiles> {
  const { templates, cwd } = options
  const application = findApplicationEngines(await programsOf(cwd))
  const engines: Engines = new Map([
    ...enginesByExtension,
    ...foreignExtensions,
    ...registeredEngines(application),
    ...options.engines,
  ])
  const nunjucks = options.nunjucks ?? application.nunjucks
  const files: { path: string; engine: TemplateEngine }[] = []
  const undecided: UndecidedTemplate[] = []
  const foreign: string[] = []
  const unknown: string[] = []
  const isAll = templates.every((each) => each.startsWith('!'))
  for (const path of await findPaths(templates, cwd, isAll, engines)) {
    const extension = extensionOf(path, engines)
    const engine = engines.get(extension)
    if (engine !== undefined && engine !== 'foreign') {
      files.push({ path, engine })
      continue
    }
    const text = pages.has(extension) ? await readText(cwd, path) : undefined
    const candidates = text === undefined ? [] : enginesOfText(text, nunjucks)
    if (engine === 'foreign' && (!pages.has(extension) || candidates.length > 0)) foreign.push(path)
    else if (text !== undefined && candidates.length > 0) undecided.push({ path, text, candidates })
    else if (!isAll) unknown.push(path)
  }
  const decided = decideEngines(undecided, application, cwd)
  for (const [{ path }, engine] of decided)
    if (engine === 'foreign') foreign.push(path)
    else files.push({ path, engine })
  return {
    files: files.toSorted((left, right) => (left.path < right.path ? -1 : 1)),
    undecided: undecided.filter((each) => !decided.has(each)),
    foreign,
    unknown,
    project: new EngineProject({ ...options, nunjucks }),
  }
}

async function findPaths(
  globs: readonly string[],
  cwd: string,
  isAll: boolean,
  engines: Engines,
): Promise<string[]> {
  const all = Array.from([...engines.keys(), ...pages], (extension) => `**/*${extension}`)
  const ignore = ['**/node_modules/**', ...(isAll ? notWritten : [])]
  const paths = await glob(isAll ? [...all, ...globs] : [...globs], { cwd, ignore, dot: false })
  const isServed = (path: string): boolean =>
    isAll &&
    (engines.get(extensionOf(path, engines)) ?? 'foreign') === 'foreign' &&
    /(?:^|\/)(?:public|static|www)\//i.test(path)
  return paths.filter((path) => !isDeclaration(path) && !isServed(path)).toSorted()
}

async function programsOf(cwd: string): Promise<SourceText[]> {
  const patterns = scriptExtensions.map((extension) => `**/*${extension}`)
  const paths = await glob(patterns, { cwd, ignore: ['**/node_modules/**', ...notWritten], dot: false })
  const programs: SourceText[] = []
  for (const path of paths.toSorted()) {
    const text = await readText(cwd, path)
    if (text !== undefined && !isDeclaration(path)) programs.push(new SourceText(text, path))
  }
  return programs
}

/** Engines by extension. `foreign` means an unsupported engine. */
type Engines = ReadonlyMap<string, TemplateEngine | 'foreign'>

const foreignExtensions = ['swig', 'twig', 'dust', 'hjs', 'vash', 'marko', 'haml'].map(
  (extension) => [`.${extension}`, 'foreign'] as const,
)

/** Returns registered engines by extension. If a registered engine is unknown, a known extension keeps its engine. */
function registeredEngines({
  byExtension,
}: ApplicationEngines): [extension: string, engine: TemplateEngine | 'foreign'][] {
  return [...byExtension].flatMap(([extension, name]) => {
    if (name !== undefined) return [[extension, templateEngines.get(name) ?? 'foreign']]
    return enginesByExtension.has(extension) || pages.has(extension) ? [] : [[extension, 'foreign']]
  })
}

/** @param engines engines of more extensions, such as `.html` */
export function engineOf(
  path: string,
  engines: ReadonlyMap<string, TemplateEngine>,
): TemplateEngine | undefined {
  const extension = extensionOf(path, engines)
  return engines.get(extension) ?? enginesByExtension.get(extension)
}

/** Returns the last extension of a name, or a longer extension with an engine, such as `.server.view.html`. */
function extensionOf(path: string, engines: ReadonlyMap<string, unknown>): string {
  const [, ...parts] = basename(path).toLowerCase().split('.')
  const longer = parts.map((_, index) => `.${parts.slice(index).join('.')}`)
  return longer.find((extension) => engines.has(extension)) ?? extname(path).toLowerCase()
}

/** Extensions of files that count as templates only if they contain tags. */
const pages: ReadonlySet<string> = new Set(
  ['html', 'htm', 'xhtml', 'tpl', 'tmpl', 'jinja', 'j2', 'mustache', 'mjml'].map(
    (extension) => `.${extension}`,
  ),
)

/** True for files that `types` and `client` write. */
export function isGenerated(text: string): boolean {
  return text.slice(0, 500).includes('Written by "mvc-router')
}

/** Files that a build, a download or a test runner makes or uses. */
const notWritten = [
  '**/{dist,dist-test,build,coverage,vendor,bower_components}/**',
  '**/{test,tests,__tests__,e2e,cypress}/**',
  '**/*.{min,bundle,test,spec}.*',
]
