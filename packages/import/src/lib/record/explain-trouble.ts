import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { join } from 'node:path'
import { foldersAbove, readJson, shownPath, shownPlace } from '../files.js'
import { ImportException } from '../import-exception.js'
import { complaintIn, type RecordingProcess, type RecordOptions } from './record-application.js'

/** Returns the error for an application that did not become ready, with a place and hints. */
export function explainTrouble(
  { recording, printed }: Pick<RecordingProcess, 'recording' | 'printed'>,
  entry: string,
  { cwd, standIns }: Pick<RecordOptions, 'cwd' | 'standIns'>,
): ImportException {
  const { trouble, application, connections, complaints } = recording
  if (trouble === undefined)
    return new ImportException(
      `No Express application was found in ${shownPath(cwd, entry)}`,
      'name the file that starts the application: --entry src/app.js',
    )
  const count =
    application?.routers.flatMap(({ layers }) => layers.filter(({ type }) => type === 'route')).length ?? 0
  const recorded = count === 1 ? 'route that was' : `${count} routes that were`
  const partial = count === 0 ? [] : [`write the ${recorded} recorded until then: --partial`]
  if (trouble.kind === 'is bundled')
    return new ImportException(
      `${shownPath(cwd, trouble.place?.file ?? entry)} contains Express, and has no source map to its sources`,
      [
        'name the file of the source that starts the application: --entry src/app.js',
        'or build it with a source map, or without Express',
        ...partial,
      ].join('\n  hint: '),
    )
  const place = trouble.place === undefined ? '' : ` (${shownPlace(cwd, trouble.place)})`
  const what = trouble.kind === 'ended itself' ? `it ended itself by ${trouble.message}` : trouble.message
  const [complaint = trouble.kind === 'threw' ? '' : complaintIn(printed)] = complaints
  const first = complaint === '' || complaint === trouble.message ? '' : `; it complained: ${complaint}`
  // A program may catch and print the error of an import, and then end itself.
  const [, lacking] = /Cannot find (?:module|package) '((?:@[\w.-]+\/)?\w[\w.-]*)/.exec(complaint) ?? []
  const unloadable =
    recording.unloadable.length === 0 && lacking !== undefined ? [lacking] : recording.unloadable
  const lacksFile = trouble.message.startsWith('ENOENT: ')
  const reached =
    unloadable.length > 0 || lacksFile ? [] : connections.filter(({ byPackage }) => byPackage !== 'tsx')
  const unanswered = [...unloadable, ...reached.flatMap(({ byPackage }) => byPackage ?? [])]
  const isInstalled = !unloadable.some((name) => name === 'express' || isMissing(name, cwd))
  const isBuilt = !unloadable.some((name) => /^\.{1,2}\/(?:dist|build|out)(?:\/|$)/.test(name))
  const loading = isInstalled && isBuilt ? unanswered.flatMap((name) => ownDependencies(name, cwd)) : []
  const names = loading.filter((name) => !standIns.includes(name))
  const waiting = reached.map(({ to }) => to)
  const otherwise = names.length > 0 ? '' : ', or name its package with --stand-in'
  const hints = [
    ...(isInstalled ? [] : [installHint(cwd)]),
    ...(isBuilt ? [] : ['build the application first: npm run build, or name its source with --entry']),
    ...(lacksFile ? ['make the file first, for example by npm run build'] : []),
    ...(names.length > 0
      ? [
          `let ${names.every((name) => /^[.~#]|^@\//.test(name)) ? 'a file that is not there' : 'a package'} answer everything: ${[...new Set(names)].map((name) => `--stand-in ${name}`).join(' ')}`,
        ]
      : []),
    ...(names.length === 0 && loading.length > 0 && !('registerHooks' in nodeModule)
      ? [
          `use Node 22.15 or later: on this version, ${loading[0] ?? ''} has no stand-in if require() loads an ES module`,
        ]
      : []),
    ...(waiting.length > 0
      ? [`the application connects to ${waiting.join(', ')}: start that server${otherwise}`]
      : []),
    ...(unloadable.length > 0 ? [] : ['give the application its variables: --env-file .env']),
    ...partial,
  ]
  return new ImportException(
    `The application did not get ready: ${what}${place}${first}`,
    hints.join('\n  hint: '),
  )
}

/** Yarn Plug'n'Play keeps packages in archives, which only Yarn's own processes can read. */
function installHint(cwd: string): string {
  const isPlugAndPlay = Array.from(foldersAbove(join(cwd, 'package.json'))).some((folder) =>
    existsSync(join(folder, '.pnp.cjs')),
  )
  return isPlugAndPlay
    ? 'let Yarn start the command, because Yarn has the packages: yarn mvc-router import'
    : 'install the packages of the application first: npm install'
}

function isMissing(name: string, cwd: string): boolean {
  const declared = { ...dependenciesOf(cwd), ...dependenciesOf(cwd, 'devDependencies') }
  if (!Object.hasOwn(declared, name)) return false
  return !Array.from(foldersAbove(join(cwd, 'package.json'))).some((folder) =>
    existsSync(join(folder, 'node_modules', name)),
  )
}

/** Returns dependencies that load a package: `mongoose` for `mongodb`. Excludes dependencies that load Express. */
function ownDependencies(name: string, cwd: string): string[] {
  const own = Object.keys(dependenciesOf(cwd))
  if (own.includes(name)) return [name]
  const needs = (folder: string, depth: number): boolean => {
    const needed = dependenciesOf(folder)
    if (Object.hasOwn(needed, name)) return !Object.hasOwn(needed, 'express')
    // npm puts a dependency of a dependency into its folder or beside it.
    return (
      depth > 0 &&
      Object.keys(needed).some((each) =>
        [folder, cwd].some((from) => needs(join(from, 'node_modules', each), depth - 1)),
      )
    )
  }
  for (const depth of [0, 1]) {
    const loading = own.filter((each) => needs(join(cwd, 'node_modules', each), depth))
    if (loading.length > 0) return loading
  }
  return [name]
}

function dependenciesOf(folder: string, kind = 'dependencies'): object {
  return Object(readJson(join(folder, 'package.json'))?.[kind]) as object
}
