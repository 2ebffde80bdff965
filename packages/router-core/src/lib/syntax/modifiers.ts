import { isSlip } from '../nearest-names.js'
import { durationHint, readDuration } from './duration.js'
import type { LineScanner } from './line-scanner.js'

/** The words of `+` lines. A single word has the value `true`, and `name=x` has the value `'x'`. */
export type RouteModifiers = Readonly<Record<string, string | true>>

/** The name of a middleware in `+ use=signedIn,upload`, and its place. */
interface MiddlewareUse {
  readonly name: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly lineText: string
}

/** The settings of `+` lines for the next route or include. */
export interface Description {
  readonly modifiers: RouteModifiers
  /** In the order in which they run. */
  readonly middleware: readonly MiddlewareUse[]
}

export interface ModifierLine extends Description {
  readonly type: 'modifiers'
}

const useModifier = 'use'
/** Lists the query parameters that a signature does not cover. */
export const ignoreModifier = 'signed-ignore'

export const noDescription: Description = Object.freeze({
  modifiers: Object.freeze({}),
  middleware: Object.freeze([]),
})

/** Joins two descriptions. The inner modifiers win. The outer middleware runs first. */
export function describe(outer: Description, inner: Description): Description {
  if (outer === noDescription) return inner
  const middleware = [...outer.middleware, ...inner.middleware]
  const modifiers = { ...outer.modifiers, ...inner.modifiers }
  if (middleware.length > 0) modifiers[useModifier] = toUseText(middleware)
  return { modifiers, middleware }
}

function toUseText(middleware: readonly MiddlewareUse[]): string {
  return middleware.map(({ name }) => name).join(',')
}

/**
 * Scans the words of a `+` line.
 *
 * @param above the settings of the `+` lines above
 * @throws SyntaxProblem
 */
export function scanModifiers(
  scanner: LineScanner,
  { line, lineText, modifiers: above }: Description & Pick<MiddlewareUse, 'line' | 'lineText'>,
  file: string,
): ModifierLine {
  const modifiers: Record<string, string | true> = {}
  const middleware: MiddlewareUse[] = []
  while (!scanner.atLineEnd) {
    scanner.skipBlanks()
    const start = scanner.offset
    const word = scanner.takeWord()
    const [, name, value] = /^([A-Za-z_][\w.-]*)(?:=(.*))?$/.exec(word) ?? []
    if (name === undefined || name === '__proto__') {
      scanner.fail('Expected a word or name=value', 'as in "+ nocsrf tag=shop"', start)
    }
    checkModifier(scanner, name, value, start)
    if (name !== useModifier && (Object.hasOwn(modifiers, name) || Object.hasOwn(above, name)))
      scanner.fail(`The word ${name} is given twice`, 'leave one of them out', start)
    modifiers[name] = value ?? true
    if (name === useModifier) {
      let offset = start + useModifier.length + 1
      for (const used of (value ?? '').split(',')) {
        checkMiddlewareName(scanner, used, offset)
        middleware.push({ name: used, file, line, column: offset + 1, lineText })
        offset += used.length + 1
      }
    }
  }
  if (middleware.length > 0) modifiers[useModifier] = toUseText(middleware)
  return { type: 'modifiers', modifiers, middleware }
}

/** The modifiers with a meaning for the router. Applications may use other words. */
const knownModifiers = [
  'use',
  'name',
  'alias',
  'signed',
  ignoreModifier,
  'tag',
  'deprecated',
  'hidden',
  'passes',
]

/** The known word that `name` misspells. With a misspelt `use`, a line would have no guard. */
function findMeant(name: string): string | undefined {
  if (knownModifiers.includes(name)) return undefined
  const lower = name.toLowerCase()
  return knownModifiers.find((known) => isSlip(lower, known))
}

/** @throws SyntaxProblem for a misspelt known word, and for a wrong value of a known word */
function checkModifier(scanner: LineScanner, name: string, value: string | undefined, start: number): void {
  const meant = findMeant(name)
  if (meant !== undefined) {
    const hint = `did you mean ${meant}? A word of your own must differ more`
    scanner.fail(`"${name.slice(0, 40)}" is nearly "${meant}"`, hint, start)
  }
  if (name === 'name' && !/^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/.test(value ?? '')) {
    const hint = 'as in "+ name=a.b": a letter or "_", then letters, digits, "-", "_" and single inner dots'
    scanner.fail('Expected name= and a second name for links', hint, start)
  }
  if (name === 'signed' && value !== undefined && readDuration(value) === undefined)
    scanner.fail('Expected how long a signed link lives', durationHint, start + 'signed='.length)
  if (name === ignoreModifier && !/^[^,=&\s]+(?:,[^,=&\s]+)*$/.test(value ?? '')) {
    const hint = 'as in "+ signed signed-ignore=utm_source,utm_medium"'
    scanner.fail('Expected the names of query parameters', hint, start)
  }
}

function checkMiddlewareName(scanner: LineScanner, name: string, offset: number): void {
  if (/^[A-Za-z_$][\w$.:-]*$/.test(name)) return
  const hint = 'names are separated by commas, without blanks: "+ use=signedIn,upload"'
  scanner.fail('Expected the name of a middleware', hint, offset)
}
