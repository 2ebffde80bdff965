import { globSync } from 'tinyglobby'
import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'
import { foldersAbove, isFile } from '../source/find-file.js'
import type { SourceModule } from '../source/source-module.js'
import type { ProgramEvaluator } from './evaluate-program.js'

/**
 * Files beside those of the program that make a router of Express, and that the program was not seen to load: packages
 * that load the files of a folder do it without a word.
 */
export function findUnloadedModules({ evaluated, modules }: ProgramEvaluator, entry: string): SourceModule[] {
  const home = packageFolder(entry)
  const own = [...evaluated.keys()].filter((file) => packageFolder(file) === home)
  const files = globSync('**/*.{js,mjs,cjs,ts,mts,cts}', {
    cwd: commonFolder(own, home),
    absolute: true,
    ignore: others,
  })
  return files.toSorted().flatMap((file) => {
    if (evaluated.has(file) || packageFolder(file) !== home || !makesRouter(readFileSync(file, 'utf8')))
      return []
    const module = modules.sources.read(file)
    return 'program' in module ? [module] : []
  })
}

const others = [
  '**/node_modules/**',
  '**/{dist,build,out,coverage,test,tests,__tests__,__mocks__,spec,fixtures,mocks,examples}/**',
  '**/*.{test,spec,d}.*',
]

function packageFolder(file: string): string {
  for (const folder of foldersAbove(file)) if (isFile(join(folder, 'package.json'))) return folder
  return dirname(file)
}

/** The folder that holds all of the files. */
function commonFolder(files: readonly string[], home: string): string {
  const [first = home] = files
  for (const folder of foldersAbove(first))
    if (files.every((file) => file.startsWith(`${folder}/`))) return folder
  return home
}

/** Whether a file makes a router, and no application, which would be another program. */
function makesRouter(text: string): boolean {
  return (
    /(?:\brequire\s*\(|\bfrom)\s*['"](?:express|express-promise-router)['"]/.test(text) &&
    /\bRouter\s*\(/.test(text) &&
    !/\bexpress\s*\(\s*\)/.test(text)
  )
}
