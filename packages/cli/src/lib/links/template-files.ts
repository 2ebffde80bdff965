import { isDeclaration } from '../script/script-files.js'
import { extname } from 'node:path'
import { glob } from 'tinyglobby'
import { enginesByExtension, type TemplateEngine } from './find-links.js'

/** Templates and programs, with how they are read. */
export interface TemplateFiles {
  readonly files: readonly { readonly path: string; readonly engine: TemplateEngine }[]
  /** Files that the globs found and that no engine is known for, by extension. */
  readonly unknown: ReadonlyMap<string, number>
}

/**
 * The files that globs find; without globs, every template and program below the folder that people write themselves.
 *
 * @param engines of further extensions, as `.html`
 */
export async function findTemplateFiles(
  globs: readonly string[],
  cwd: string,
  engines: ReadonlyMap<string, TemplateEngine> = new Map(),
): Promise<TemplateFiles> {
  const extensions = new Set([...enginesByExtension.keys(), ...engines.keys()])
  const all = Array.from(extensions, (extension) => `**/*${extension}`)
  const isAll = globs.every((each) => each.startsWith('!'))
  const patterns = isAll ? [...all, ...globs] : [...globs]
  const ignore = ['**/node_modules/**', ...(isAll ? notWritten : [])]
  const paths = await glob(patterns, { cwd, ignore, dot: false })
  const files: { path: string; engine: TemplateEngine }[] = []
  const unknown = new Map<string, number>()
  for (const path of paths.toSorted()) {
    if (isDeclaration(path)) continue
    const engine = engineOf(path, engines)
    const extension = extensionOf(path)
    if (engine === undefined) unknown.set(extension, (unknown.get(extension) ?? 0) + 1)
    else files.push({ path, engine })
  }
  return { files, unknown }
}

/**
 * How a template or a program is read; undefined for other files.
 *
 * @param engines of further extensions, as `.html`
 */
export function engineOf(
  path: string,
  engines: ReadonlyMap<string, TemplateEngine>,
): TemplateEngine | undefined {
  const extension = extensionOf(path)
  return engines.get(extension) ?? enginesByExtension.get(extension)
}

function extensionOf(path: string): string {
  return extname(path).toLowerCase()
}

/** What a build, a download or a test runner made or uses. */
const notWritten = [
  '**/{dist,dist-test,build,coverage,vendor,bower_components}/**',
  '**/{test,tests,__tests__,e2e,cypress}/**',
  '**/*.{min,bundle,test,spec}.*',
]
