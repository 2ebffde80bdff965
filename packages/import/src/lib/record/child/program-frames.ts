import { existsSync, readFileSync } from 'node:fs'
import { findSourceMap } from 'node:module'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ProgramPlace, RecordedCaller } from '../recorded-application.js'

const ownFolder = dirname(fileURLToPath(import.meta.url)) + sep
/** The folder of the recorder's sources, which source maps name. */
const ownSources = ownFolder.replace(/([\\/])dist(?=[\\/]lib[\\/])/, '$1src')

/** The folders of Express. Their frames are not callers. */
const expressFolders = new Set<string>()

/** Stores the folder of the running Express. Returns the place of a bundle with Express but without a source map. */
export function addRunningExpress(): ProgramPlace | undefined {
  const [frame] = frames()
  if (frame === undefined) return undefined
  if (/[\\/]lib[\\/]express\.js$/.test(frame.file)) expressFolders.add(dirname(frame.file) + sep)
  const name = packageOf(frame.file) ?? packageOf(originalPlace(frame).file)
  return name === undefined ? frame : undefined
}

/** Returns the nearest program place in the call stack, and the package that calls Express, if any. */
export function callerOf(): RecordedCaller {
  let byPackage: string | undefined
  for (const frame of frames()) {
    const place = packageOf(frame.file) === undefined ? originalPlace(frame) : frame
    const name = packageOf(place.file)
    if (name !== undefined) byPackage ??= name === 'express' || name === 'router' ? undefined : name
    else return { place, byPackage }
  }
  return { place: undefined, byPackage }
}

export function runningPlaces(): ProgramPlace[] {
  return frames().flatMap((frame) => (isOfProgram(frame.file) ? [originalPlace(frame)] : []))
}

export function callingPackage(): string | undefined {
  return frames().flatMap(({ file }) => packageOf(file) ?? [])[0]
}

/**
 * Returns `express` for `/x/node_modules/express/lib/router.js`, and undefined for a program file. A generated file
 * belongs to its generator, which writes the file again.
 */
export function packageOf(file: string): string | undefined {
  for (const folder of expressFolders) if (file.startsWith(folder)) return 'express'
  const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? []
  if (name !== undefined) return name.replaceAll('\\', '/')
  if (!generators.has(file)) generators.set(file, generatorOf(file))
  return generators.get(file)
}

/** The generators of program files, by file. */
const generators = new Map<string, string | undefined>()

/** Returns `tsoa` for a file that begins with `// This file was generated with tsoa. Please do not modify it.` */
function generatorOf(file: string): string | undefined {
  if (!/\.[cm]?[jt]sx?$/.test(file) || !existsSync(file)) return undefined
  const start = readFileSync(file, 'utf8').slice(0, 1000)
  return /\bgenerated (?:with|by) (@?[\w/-]+).*\bdo not (?:modify|edit)\b/i.exec(start)?.[1]
}

/** True for files outside packages and outside the recorder. */
export function isOfProgram(file: string): boolean {
  return !file.startsWith(ownFolder) && !file.startsWith(ownSources) && packageOf(file) === undefined
}

/** Returns the places of the call stack, without files of Node and of the recorder. */
function frames(): ProgramPlace[] {
  const { stackTraceLimit } = Error
  const own = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace')
  Error.stackTraceLimit = 100
  Error.prepareStackTrace = (_, list) => list
  const sites = new Error('place').stack as unknown as NodeJS.CallSite[]
  Error.stackTraceLimit = stackTraceLimit
  if (own === undefined) Reflect.deleteProperty(Error, 'prepareStackTrace')
  else Object.defineProperty(Error, 'prepareStackTrace', own)
  return sites.flatMap((site) => {
    const file = scriptPath(site.getFileName() ?? '')
    if (file === undefined || file.startsWith(ownFolder)) return []
    return [{ file, line: site.getLineNumber() ?? 1, column: site.getColumnNumber() ?? 1 }]
  })
}

/** Returns the path of a script, or undefined if the script is not a file. */
export function scriptPath(name: string): string | undefined {
  const file = name.startsWith('file:') ? fileURLToPath(name.replace(/[?#].*$/, '')) : name
  return /^(?:[A-Za-z]:)?[\\/]/.test(file) ? file : undefined
}

/** Converts a place in compiled code to its place in the source. */
export function originalPlace(place: ProgramPlace): ProgramPlace {
  const entry = findSourceMap(place.file)?.findEntry(place.line - 1, place.column - 1)
  if (entry === undefined || !('originalSource' in entry)) return place
  const file = sourceFile(place.file, entry.originalSource)
  if (file === undefined) return place
  return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
}

/** Returns the source of a file that was compiled from one source, else the file itself. */
export function originalFile(file: string): string {
  const [source = file] = originalFiles(file)
  return findSourceMap(file)?.payload.sources.length === 1 ? source : file
}

/** Returns the sources of a compiled file or bundle, else the file itself. */
export function originalFiles(file: string): string[] {
  const sources = findSourceMap(file)?.payload.sources ?? []
  const found = sources.flatMap((source) => sourceFile(file, source) ?? [])
  return found.length === 0 ? [file] : found
}

/** Returns the path of a source, or undefined if it is missing. Packages often omit their sources. */
function sourceFile(file: string, source: string): string | undefined {
  const [, inContext] = /^webpack:\/\/[^/]*\/(.*)$/.exec(source) ?? []
  if (inContext === undefined) {
    const path = scriptPath(source) ?? resolve(dirname(file), source)
    return existsSync(path) ? path : undefined
  }
  // webpack writes paths from the folder where it ran: the output folder, or a folder above it.
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const found = resolve(folder, inContext)
    if (existsSync(found)) return found
    if (folder === dirname(folder)) return undefined
  }
}

/** Returns the first place of the program in an error's stack. */
export function errorPlace(error: unknown): ProgramPlace | undefined {
  for (const [, name = '', line, column] of thrownText(error, 'stack').matchAll(
    /(?<=^|[\s(])((?:file:\/\/)?\/(?:[^\n():]|\([^\n():]*\))+):(\d+)(?::(\d+))?/g,
  )) {
    const file = scriptPath(name)
    if (file === undefined || !isOfProgram(file)) continue
    return { file, line: Number(line), column: Number(column ?? 1) }
  }
  return undefined
}

/** Returns a text of a thrown value, or ''. The value may be anything, even a proxy that throws. */
export function thrownText(error: unknown, name: 'code' | 'message' | 'name' | 'stack'): string {
  try {
    const value: unknown = Reflect.get(Object(error) as object, name)
    return typeof value === 'string' ? value : ''
  } catch {
    return ''
  }
}
