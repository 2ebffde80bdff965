import { dirname, join, resolve } from 'node:path'
import { isFile, matchStar } from './find-file.js'
import { asRecord, readCommentedJson } from './json-files.js'

interface PathSettings {
  /** Where specifiers start that are no packages. Absolute. */
  readonly baseUrl: string | undefined
  /** Where the targets of `paths` start. Absolute. */
  readonly folder: string
  readonly paths: ReadonlyMap<string, readonly string[]>
}

/** The `paths` and the `baseUrl` of tsconfig.json and jsconfig.json. */
export class TypeScriptPaths {
  readonly #settings = new Map<string, PathSettings | undefined>()

  /** Where a specifier may lead, without extension, best first. */
  candidates(specifier: string, from: string): string[] {
    const settings = this.#settingsFor(dirname(from))
    if (settings === undefined) return []
    const mapped = [...settings.paths].flatMap(([pattern, targets]) => {
      const star = matchStar(pattern, specifier)
      return star === undefined ? [] : targets.map((target) => target.replace('*', star))
    })
    const based = settings.baseUrl === undefined ? [] : [resolve(settings.baseUrl, specifier)]
    return [...mapped.map((target) => resolve(settings.baseUrl ?? settings.folder, target)), ...based]
  }

  #settingsFor(folder: string): PathSettings | undefined {
    if (this.#settings.has(folder)) return this.#settings.get(folder)
    const file = ['tsconfig.json', 'jsconfig.json'].map((name) => join(folder, name)).find(isFile)
    const parent = dirname(folder)
    const own = file === undefined ? undefined : readSettings(file, 0)
    const settings = own ?? (parent === folder ? undefined : this.#settingsFor(parent))
    this.#settings.set(folder, settings)
    return settings
  }
}

function readSettings(file: string, depth: number): PathSettings | undefined {
  const json = readCommentedJson(file)
  const options = asRecord(asRecord(json)?.['compilerOptions'])
  const folder = dirname(file)
  const paths = asRecord(options?.['paths'])
  const baseUrl = options?.['baseUrl']
  if (paths === undefined && typeof baseUrl !== 'string') {
    const extended = [asRecord(json)?.['extends'] ?? []].flat().at(-1)
    if (typeof extended !== 'string' || !extended.startsWith('.') || depth > 8) return undefined
    const target = resolve(folder, extended)
    return readSettings(isFile(target) ? target : `${target}.json`, depth + 1)
  }
  return {
    baseUrl: typeof baseUrl === 'string' ? resolve(folder, baseUrl) : undefined,
    folder,
    paths: new Map(
      Object.entries(paths ?? {}).map(([pattern, targets]) => [
        pattern,
        [targets].flat().filter((target) => typeof target === 'string'),
      ]),
    ),
  }
}
