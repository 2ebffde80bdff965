import { getOrInsert } from '@mvc-router/router-core/tools'
import type { ProgramPlace } from '../record/recorded-application.js'
import type {
  PlannedComment,
  PlannedEntry,
  PlannedFile,
  PlannedInclude,
  PlannedLine,
  RoutePlan,
} from '../planning/route-plan.js'

export interface WrittenFile {
  readonly plan: PlannedFile
  readonly name: string
  readonly text: string
  /** Entries by line number. Lines count from 1. */
  readonly lines: ReadonlyMap<number, PlannedLine | PlannedInclude>
}

/** A line with the parts that its includes add. */
export interface ImportedRoute extends PlannedLine {
  /** The complete pattern, with all mounts. */
  readonly path: string
  readonly file: string
  readonly line: number
}

/** @param comments follow the title */
export function writeRouteFiles(
  plan: RoutePlan,
  mainName: string,
  title: string,
  comments: readonly PlannedComment[],
  shown: (place: ProgramPlace) => string,
): WrittenFile[] {
  const aliases = aliasesIn(plan.main)
  const commentLine = ({ text, place, suggestion }: PlannedComment): string =>
    `# ${text} (${shown(place)})${suggestion === undefined ? '' : `; ${suggestion}`}`.replaceAll(/\s+/g, ' ')
  const write = (file: PlannedFile, name: string, heading: readonly string[]): WrittenFile => {
    const texts = [...new Set(heading), '']
    const lines = new Map<number, PlannedLine | PlannedInclude>()
    for (const entry of longerFirst(file.entries)) {
      if (entry.type === 'comment') {
        // Routes may share a handler, and a call may run several times.
        const line = commentLine(entry)
        if (!texts.includes(line)) texts.push(line)
        continue
      }
      texts.push(...textsOf(entry, aliases.has(entry)))
      lines.set(texts.length, entry)
    }
    return { plan: file, name, text: `${texts.join('\n')}\n`, lines }
  }
  const included = plan.files.map((file) => {
    const subject = file.name.replace(/\.routes$/, '')
    return write(file, file.name, [`# The routes of ${subject}, included by another route file.`])
  })
  return [write(plan.main, mainName, [title, ...comments.map(commentLine)]), ...included]
}

/** Puts `/users/{id}` before `/users`, if both have the same action, because links can then lead to both lines. */
function longerFirst(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const ordered: PlannedEntry[] = []
  for (const entry of entries) {
    let at = ordered.length
    while (at > 0 && isLonger(entry, ordered[at - 1])) at--
    ordered.splice(at, 0, entry)
  }
  return ordered
}

/** True for `/users/{id}` and `/users`. No path fits both, so their order does not matter to requests. */
function isLonger(longer: PlannedEntry, shorter: PlannedEntry | undefined): boolean {
  if (longer.type !== 'line' || shorter?.type !== 'line' || longer.method !== shorter.method) return false
  if (longer.target !== shorter.target || /^\w+:/.test(longer.target)) return false
  const start = shorter.pattern.replace(/\/\??$/, '')
  const mayHoldSlash = /\{<[^>]*[./^]/.test(longer.pattern)
  return longer.pattern.startsWith(`${start}/`) && longer.pattern.includes('{', start.length) && !mayHoldSlash
}

/**
 * Returns entries that no link uses: at each include, an earlier entry has the same action or file, and needs no
 * additional variables.
 */
function aliasesIn(main: PlannedFile): ReadonlySet<PlannedEntry> {
  const earlier = new Map<string | PlannedFile, (readonly string[])[]>()
  const aliases = new Map<PlannedEntry, boolean>()
  const visit = ({ entries }: PlannedFile, above: readonly string[]): void => {
    for (const entry of longerFirst(entries)) {
      if (entry.type === 'comment') continue
      const [path, leadsTo] =
        entry.type === 'include' ? [entry.prefix, entry.file] : [entry.pattern, entry.target]
      if (typeof leadsTo === 'string' && /^\w+:/.test(leadsTo)) continue
      const variables = [...above, ...(path.match(/\{(?:<.*?>)?\w+\}/g) ?? [])]
      const known = getOrInsert(earlier, leadsTo, () => [])
      const isTaken = known.some((needed) => needed.every((each) => variables.includes(each)))
      known.push(variables)
      aliases.set(entry, isTaken && aliases.get(entry) !== false)
      if (entry.type === 'include') visit(entry.file, variables)
    }
  }
  visit(main, [])
  return new Set([...aliases].flatMap(([entry, isAlias]) => (isAlias ? [entry] : [])))
}

function textsOf(entry: PlannedLine | PlannedInclude, isAliasOfAnother: boolean): string[] {
  const middleware = middlewareOf(entry)
  const words = [
    ...(middleware.length === 0 ? [] : [`use=${middleware.join(',')}`]),
    ...(isAliasOfAnother ? ['alias'] : []),
    ...(entry.type === 'line' && entry.passesOn ? ['passes'] : []),
  ]
  const modifiers = words.length === 0 ? [] : [`+ ${words.join(' ')}`]
  if (entry.type === 'include') return [...modifiers, `-> ${entry.prefix} ${entry.file.name}`]
  return [...modifiers, `${entry.method} ${entry.pattern} ${entry.target}`]
}

function middlewareOf(entry: PlannedLine | PlannedInclude): string[] {
  return entry.type === 'include'
    ? [...new Set([...entry.middleware, ...entry.file.middleware])]
    : entry.middleware
}

/** Returns every line in matching order, with includes expanded. */
export function importedRoutes(files: readonly WrittenFile[]): ImportedRoute[] {
  const byPlan = new Map(files.map((file) => [file.plan, file]))
  const routes: ImportedRoute[] = []
  const expand = (file: WrittenFile, prefix: string, middleware: readonly string[]): void => {
    for (const [line, entry] of file.lines) {
      const names = [...new Set([...middleware, ...middlewareOf(entry)])]
      if (entry.type === 'include') {
        const included = byPlan.get(entry.file)
        if (included !== undefined) expand(included, joinPaths(prefix, entry.prefix), names)
        continue
      }
      const path = joinPaths(prefix, entry.pattern)
      routes.push({ ...entry, path, file: file.name, line, middleware: names })
    }
  }
  const [main] = files
  if (main !== undefined) expand(main, '', [])
  return routes
}

function joinPaths(prefix: string, pattern: string): string {
  const above = prefix.replace(/\/$/, '')
  if (above === '') return pattern === '/?' ? '/' : pattern
  if (pattern === '/' || pattern === '/?') return above + (pattern === '/?' ? '/?' : '')
  return above + pattern
}
