import type { Router } from '@mvc-router/router-core'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { literalText } from '../route-parts.js'
import { decoded } from './urls/split-url.js'

const usualFolders = 'public static assets dist build www app/public src/public server/public'.split(' ')

export type FileState = 'exists' | 'built' | 'index' | 'missing' | 'unknown'

/** Looks for the file of a URL in the folders of `staticDir:` lines, in given folders, and in the usual folders. */
export class StaticFiles {
  readonly #cwd: string
  readonly #mounts: readonly { readonly prefix: string; readonly folder: string; readonly isRoute: boolean }[]
  readonly #files: ReadonlySet<string>

  /** @param folders each is `FOLDER` or `PREFIX=FOLDER` */
  constructor(router: Router, cwd: string, folders: readonly string[]) {
    this.#cwd = cwd
    const ofRoutes = router.routes.flatMap(({ target, pattern }) => {
      if (target.type !== 'staticDirectory') return []
      const prefix = literalText(pattern).replace(/\/$/, '')
      return [{ prefix, folder: target.directory, isRoute: true }]
    })
    const given = folders.map((text) => {
      const [prefix, folder] = text.includes('=') ? text.split('=', 2) : ['', text]
      return { prefix: (prefix ?? '').replace(/\/$/, ''), folder: folder ?? '', isRoute: true }
    })
    const usual = usualFolders.map((folder) => ({ prefix: '', folder, isRoute: false }))
    this.#mounts = [...ofRoutes, ...given, ...usual]
    const files = router.routes.filter(
      ({ target, pattern: { parts } }) =>
        target.type === 'staticFile' && parts.every(({ type }) => type === 'literal'),
    )
    this.#files = new Set(files.map(({ pattern }) => literalText(pattern)))
  }

  /** @param path starts with a slash, and has no query or fragment */
  find(path: string): FileState {
    if (this.#files.has(path)) return 'exists'
    const text = decoded(path)
    if (text === undefined || text.includes('\0')) return 'unknown'
    let state: FileState = 'unknown'
    for (const { prefix, folder, isRoute } of this.#mounts) {
      if (prefix !== '' && text !== prefix && !text.startsWith(`${prefix}/`)) continue
      const root = resolve(this.#cwd, folder)
      const file = join(root, text.slice(prefix.length))
      if (!file.startsWith(root)) continue
      if (isFile(file)) return 'exists'
      if (text.endsWith('/') && isFile(join(file, 'index.html'))) return 'index'
      if (isBuilt(file)) return 'built'
      // Another program may serve a path without a prefix, and a line may answer a path without an extension.
      if (!isRoute || prefix === '' || extname(text) === '') continue
      // An installation or a build may still create the file.
      if (!existsSync(root) || root.includes('node_modules')) state = 'built'
      else if (state === 'unknown') state = 'missing'
    }
    return state
  }
}

/** Returns false if the system refuses the path, for example because it is too long. */
function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

/** True if a build makes the file: `main.css` from `main.scss`, `app.js` from `app.ts`, `x.min.js` from `x.js`. */
function isBuilt(path: string): boolean {
  const stem = basename(path, extname(path)).replace(/\.min$/, '')
  const sources = builtFrom.get(extname(path))
  if (sources === undefined) return false
  const folder = dirname(path)
  if (!existsSync(folder)) return false
  return readdirSync(folder).some((name) => sources.some((source) => name === `${stem}${source}`))
}

const builtFrom: ReadonlyMap<string, readonly string[]> = new Map([
  ['.css', ['.scss', '.sass', '.less', '.styl', '.css']],
  ['.js', ['.ts', '.tsx', '.jsx', '.mjs', '.coffee', '.js']],
  ['.map', ['.js', '.css']],
])
