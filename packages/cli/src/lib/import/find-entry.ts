import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageException } from '../terminal/usage-exception.js'
import { findFile, foldersAbove } from './program/source/find-file.js'
import { asRecord, readJson } from './program/source/json-files.js'

/** The files that an application may start with, the likeliest first. */
export function findEntries(cwd: string, named: string | undefined): string[] {
  if (named !== undefined) {
    const file = findFile(resolve(cwd, named))
    if (file === undefined)
      throw new UsageException(
        `There is no file ${named}`,
        'name the file that starts the application: --entry src/app.js',
      )
    return [file]
  }
  const manifest = readJson(join(cwd, 'package.json'))
  const scripts = asRecord(manifest?.['scripts'])
  const inScripts = ['start', 'dev', 'serve', 'develop', 'start:dev', 'server'].flatMap((name) => {
    const command = scripts?.[name]
    return typeof command === 'string'
      ? command.split(/[\s=;&'"]+/).filter((word) => /^[\w./-]+$/.test(word) && /[./]/.test(word))
      : []
  })
  const main = manifest?.['main']
  const candidates = [
    ...inScripts.filter((word) => /\.[mc]?[jt]sx?$|(^|\/)www$/.test(word)),
    ...(typeof main === 'string' ? [main] : []),
    ...inScripts,
    ...folders.flatMap((folder) => names.map((name) => `${folder}${name}`)),
    'bin/www',
  ]
  const found = candidates.flatMap((candidate) => {
    const file = findFile(resolve(cwd, candidate)) ?? findSource(cwd, candidate)
    return file === undefined || !/(\.[mc]?[jt]sx?|\/www)$/.test(file) || file.includes('/node_modules/')
      ? []
      : [file]
  })
  return [...new Set(found)]
}

const folders = ['src/', '', 'server/', 'app/', 'lib/', 'api/', 'backend/', 'src/server/']
const names = ['app', 'server', 'index', 'main']

/** `dist/server.js` is made of `src/server.ts`. */
function findSource(cwd: string, built: string): string | undefined {
  const match = /^(?:\.\/)?(?:dist|build|out|lib)\/(.+?)(?:\.[mc]?js)?$/.exec(built)
  const path = match?.[1]
  if (path === undefined) return undefined
  return findFile(resolve(cwd, 'src', path)) ?? findFile(resolve(cwd, path))
}

/** The major version of Express that a file's application uses; undefined where none is named. */
export function expressVersion(file: string): 4 | 5 | undefined {
  for (const folder of foldersAbove(file)) {
    const installed = readJson(join(folder, 'node_modules/express/package.json'))?.['version']
    if (typeof installed === 'string') return majorOf(installed)
    const manifest = readJson(join(folder, 'package.json'))
    if (manifest?.['name'] === 'express' && typeof manifest['version'] === 'string')
      return majorOf(manifest['version'])
    for (const key of ['dependencies', 'devDependencies', 'peerDependencies']) {
      const range = asRecord(manifest?.[key])?.['express']
      if (typeof range === 'string') return majorOf(range)
    }
  }
  return undefined
}

function majorOf(range: string): 4 | 5 {
  const major = /\d+/.exec(range.replace(/^npm:[^@]*@/, ''))?.[0]
  return major !== undefined && Number(major) <= 4 ? 4 : 5
}

/** Whether the package of a file is of ES modules. */
export function isModulePackage(file: string): boolean {
  const manifests = Array.from(foldersAbove(file), (folder) => join(folder, 'package.json'))
  const manifest = manifests.find((path) => existsSync(path))
  return manifest !== undefined && readJson(manifest)?.['type'] === 'module'
}
