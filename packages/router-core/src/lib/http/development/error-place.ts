import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeFrame } from '../../code-frame.js'
import { shorten } from '../../printable.js'

/** A place in a file of the application. Lines and columns count from 1. */
export interface ErrorPlace {
  /** Absolute. */
  readonly file: string
  readonly line: number
  readonly column: number
}

interface LocatedError extends Error {
  readonly template?: unknown
  readonly line?: unknown
  readonly column?: unknown
  readonly action?: unknown
  /** Only in Pug. */
  readonly path?: unknown
}

/**
 * Finds the place of an error in the application. For a template, the properties or the message of the error contain
 * the place. For a program, the place comes from the stack, or is the only place inside `views` that names the action.
 *
 * @param views the folders of the templates
 */
export function findPlace(error: Error, views: readonly string[]): ErrorPlace | undefined {
  const { template, line, column, action, path } = error as LocatedError
  const text = typeof action === 'string' ? (action.split('(', 1)[0] ?? '') : ''
  if (typeof line === 'number' && typeof column === 'number') {
    const name = typeof template === 'string' ? template : undefined
    const file = findTemplate(name, views, (candidate) => {
      const found = linesOf(candidate)?.[line - 1]
      // Handlebars names no file, so the line must also have a tag at the column.
      return (
        found?.includes(text) === true && (name !== undefined || /^(?:\{\{|\()/.test(found.slice(column - 1)))
      )
    })
    return file === undefined ? undefined : { file, line, column }
  }
  const [, pugLine] = /^[^\n]*:(\d+)\n/.exec(error.message) ?? []
  if (typeof path === 'string' && pugLine !== undefined && isFile(path)) {
    const at = text === '' ? -1 : (linesOf(path)?.[Number(pugLine) - 1]?.indexOf(text) ?? -1)
    return { file: resolve(path), line: Number(pugLine), column: Math.max(at, 0) + 1 }
  }
  const frames = framesOf(error.stack ?? '').filter((frame) => !isOwn(frame.file))
  const isOfLibrary = ({ file }: ErrorPlace): boolean => /[\\/]node_modules[\\/]/.test(file)
  // Libraries call components later, so the stack lacks the place that names the action.
  const named = frames[0] === undefined || isOfLibrary(frames[0]) ? placeInPrograms(text, views) : undefined
  return named ?? frames.find((frame) => !isOfLibrary(frame))
}

/** The numbered lines around a place, with a caret; undefined if the message already shows the line. */
export function frameAt({ file, line, column }: ErrorPlace, message: string): string | undefined {
  const lines = linesOf(file)
  const lineText = lines?.[line - 1]
  if (lines === undefined || lineText === undefined || message.includes(lineText.trim())) return undefined
  const numberWidth = String(line + around).length
  const shown = codeFrame(lineText, column - 1).map((text) => text.slice(2))
  const frame = [
    `> ${String(line).padStart(numberWidth)} | ${shown[0]}`,
    `  ${' '.repeat(numberWidth)} | ${shown[1]}`,
  ]
  // Lines around a very long line, such as minified code, would not help.
  if (shown[0] !== lineText) return frame.join('\n')
  const neighbours = (from: number, to: number): string[] =>
    lines
      .slice(Math.max(0, from - 1), to)
      .map(
        (text, index) =>
          `  ${String(Math.max(1, from) + index).padStart(numberWidth)} | ${shorten(text, maxLine)}`,
      )
  return [...neighbours(line - around, line - 1), ...frame, ...neighbours(line + 1, line + around)].join('\n')
}

/**
 * Finds the template that has the link in the given line. `name` is a path, or a name inside a folder. Handlebars has
 * no name. For a link in a parent template, Nunjucks has the name of the child.
 */
function findTemplate(
  name: string | undefined,
  views: readonly string[],
  hasLink: (file: string) => boolean,
): string | undefined {
  const direct =
    name === undefined ? [] : [resolve(name), ...views.map((folder) => join(folder, name))].filter(isFile)
  const named = direct.find(hasLink)
  if (named !== undefined) return named
  const found = views.flatMap(filesBelow).filter(hasLink)
  const alike = name === undefined ? found : found.filter((file) => extname(file) === extname(name))
  return alike.length === 1 ? alike[0] : direct[0]
}

function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.includes('node_modules'))
      .slice(0, maxFiles)
      .map((name) => join(folder, name))
      .filter(isFile)
  } catch {
    return []
  }
}

/** The only place in the programs inside `views` that has the action in quotes. */
function placeInPrograms(action: string, views: readonly string[]): ErrorPlace | undefined {
  if (action === '') return undefined
  const quoted = new RegExp(`["'\`]${action.replaceAll(/[^\w.]/g, '').replaceAll('.', '\\.')}["'\`(]`)
  const places = views
    .flatMap(filesBelow)
    .filter((file) => /(?<!\.d)\.[cm]?[jt]sx?$/.test(file))
    .flatMap((file) =>
      (linesOf(file) ?? []).flatMap((text, index) => {
        const at = text.search(quoted)
        return at < 0 ? [] : [{ file, line: index + 1, column: at + 1 }]
      }),
    )
  return places.length === 1 ? places[0] : undefined
}

function framesOf(stack: string): ErrorPlace[] {
  return stack.split('\n').flatMap((frame) => {
    const [, location = '', line, column] =
      /^ {4}at (?:[^(]*\()?((?:file:\/\/|\/|[A-Za-z]:\\)[^)]*?):(\d+):(\d+)\)?$/.exec(frame) ?? []
    const file = toPath(location)
    return file !== undefined && isFile(file) ? [{ file, line: Number(line), column: Number(column) }] : []
  })
}

function toPath(location: string): string | undefined {
  if (location === '') return undefined
  if (!location.startsWith('file:')) return location
  try {
    return fileURLToPath(location)
  } catch {
    return undefined
  }
}

/** True for a file of this router's packages. In the router's own repository, they are outside of `node_modules`. */
function isOwn(file: string): boolean {
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder)) {
    const description = join(folder, 'package.json')
    if (!existsSync(description)) continue
    return (
      /"name": "@mvc-router\/(?:router-core|view-|rest|constraint)/.test(readFileSync(description, 'utf8')) &&
      /^[\\/](?:src|dist)[\\/]/.test(file.slice(folder.length))
    )
  }
  return false
}

function linesOf(file: string): string[] | undefined {
  try {
    return statSync(file).size > maxSize ? undefined : readFileSync(file, 'utf8').split(/\r?\n/)
  } catch {
    return undefined
  }
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

const maxFiles = 5000
const maxSize = 1_000_000
const maxLine = 120
const around = 2
