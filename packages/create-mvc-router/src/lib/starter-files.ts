import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Choices } from './choices.js'
import { keepLines } from './keep-lines.js'
import { mergeManifests } from './merge-manifests.js'
import { toJavaScript } from './to-javascript.js'

/**
 * Returns the text of each file by path. Folders of `starter/` are layers, named after choices: `express+ts` is for
 * Express and TypeScript. A later layer replaces files of an earlier layer, but manifests are merged.
 */
export function starterFiles(name: string, choices: Choices): Map<string, string> {
  const words = wordsOf(choices)
  const files = new Map<string, string>()
  for (const layer of layersFor(words)) {
    for (const [path, text] of filesIn(layer)) {
      const kept = nameEverything(keepLines(text, words), name)
      const earlier = path === 'package.json' ? files.get(path) : undefined
      files.set(path, earlier === undefined ? kept : mergeManifests(earlier, kept))
    }
  }
  return choices.language === 'js' ? toJavaScript(files) : files
}

const manifestPath = createRequire(import.meta.url).resolve('create-mvc-router/package.json')
const starter = join(dirname(manifestPath), 'starter')

/** The words that select layers and lines. */
function wordsOf({ engine, host, language, rest, css }: Choices): ReadonlySet<string> {
  const isCompiled = language === 'ts' || engine === 'jsx'
  const words = ['base', engine, host, language, isCompiled ? 'compiled' : 'interpreted']
  if (engine !== 'jsx') words.push('template')
  if (rest) words.push('rest')
  if (css) words.push('css')
  return new Set(words)
}

/** General layers come first. */
function layersFor(words: ReadonlySet<string>): string[] {
  const order = ['base', 'compiled', 'interpreted', 'ts', 'js']
  const rank = (layer: string): number => {
    const place = order.indexOf(layer)
    return place < 0 ? order.length + layer.split('+').length : place
  }
  return readdirSync(starter)
    .filter((layer) => layer.split('+').every((word) => words.has(word)))
    .toSorted((left, right) => rank(left) - rank(right) || left.localeCompare(right))
}

/** npm does not publish `.gitignore`, so `starter/` contains these files without their dots. */
const dotFiles: ReadonlyMap<string, string> = new Map([
  ['gitignore', '.gitignore'],
  ['dockerignore', '.dockerignore'],
])

function filesIn(layer: string): [path: string, text: string][] {
  const folder = join(starter, layer)
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = file.slice(folder.length + 1).replaceAll('\\', '/')
      return [dotFiles.get(path) ?? path, readFileSync(file, 'utf8')]
    })
}

function nameEverything(text: string, name: string): string {
  const { version } = createRequire(import.meta.url)(manifestPath) as { readonly version: string }
  return text.replaceAll('starter-name', name).replaceAll('starter-version', version)
}
