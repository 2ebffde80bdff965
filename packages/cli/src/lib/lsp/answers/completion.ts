import type { Route } from '@mvc-router/router-core'
import { httpMethods, routeColumns } from '@mvc-router/router-core/tools'
import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CompletionItemKind } from 'vscode-languageserver'
import { argumentNames } from './hover.js'
import { isNameable } from '../../route-parts.js'
import { linkContext } from './link-context.js'
import type { ProjectPlace, ProjectState } from '../project.js'
import type { RouteDocument } from '../../routes/route-document.js'

export interface Proposal {
  readonly label: string
  readonly kind: CompletionItemKind
  readonly detail?: string | undefined
  /** Replaces the typed text. Default: the label. */
  readonly text?: string
}

/** Completions for a place. `start` is the start of the typed text. */
export interface Proposals {
  readonly start: number
  readonly proposals: readonly Proposal[]
}

export async function complete(place: ProjectPlace): Promise<Proposals | undefined> {
  const { project, table, controllers, document, file, offset } = place
  if (document !== undefined) return completeLine(place, document)
  if (file === undefined) return undefined
  const { engine } = file
  const isAction = (name: string): boolean => table.routesOf(name).length > 0
  const context = linkContext(file.source.text, offset, engine, project.attributeName, isAction)
  if (context === undefined) return undefined
  const { start } = context
  if (context.type === 'action') return { start, proposals: linkedActions(table.router.routes) }
  const routes = table.routesOf(context.action)
  const queries = routes.flatMap(({ action }) => [...(controllers.queryOf(action)?.types.keys() ?? [])])
  // Fixed arguments choose between lines of the same action.
  const linked = routes.flatMap((route) => [...argumentNames(route), ...Object.keys(route.args)])
  const names = new Set([...linked, ...queries])
  const forms = { keyword: engine.keywords?.sign ?? '=', property: ': ', attribute: '=""' } as const
  const kind = CompletionItemKind.Field
  const missing = [...names].filter((name) => !context.given.has(name))
  return { start, proposals: missing.map((label) => ({ label, kind, text: label + forms[context.form] })) }
}

function linkedActions(routes: readonly Route[]): Proposal[] {
  const byAction = new Map<string, Proposal>()
  for (const route of routes) {
    const { action, modifiers } = route
    const [method, path] = routeColumns(route)
    for (const label of [isNameable(route) ? action : undefined, modifiers['name']])
      if (typeof label === 'string' && !byAction.has(label))
        byAction.set(label, { label, kind: CompletionItemKind.Method, detail: `${method} ${path}` })
  }
  return [...byAction.values()]
}

async function completeLine(
  place: ProjectPlace,
  { path, source }: RouteDocument,
): Promise<Proposals | undefined> {
  const { table, offset } = place
  const { column } = source.place(offset)
  // A constraint may contain blanks.
  const typed = source.text
    .slice(offset - column + 1, offset)
    .replaceAll(/\{<.*?>\w+\}/g, (variable) => variable.replaceAll(/[ \t]/g, '_'))
  const trimmed = typed.trimStart()
  if (trimmed.startsWith('#')) return undefined
  const wordStart = Math.max(typed.lastIndexOf(' '), typed.lastIndexOf('\t')) + 1
  const word = typed.slice(wordStart)
  const at = (length: number): number => offset - length
  if (trimmed.startsWith('+')) return completeModifier(place, word)
  const columns = typed.trim() === '' ? [] : typed.trim().split(/[ \t]+/)
  const finished = word === '' ? columns.length : columns.length - 1
  if (finished <= 0) {
    const last = word.slice(word.lastIndexOf('|') + 1)
    return { start: at(last.length), proposals: methods }
  }
  if (finished === 1) return undefined
  if (columns[0] === '->') return { start: at(word.length), proposals: await routeFilesBeside(path) }
  // After the target, only a comment may follow.
  const isTarget =
    finished === 2 || (columns[2]?.startsWith('[') === true && typed.trim().lastIndexOf(']') < wordStart)
  if (!isTarget) return undefined
  const mark = word.indexOf('@')
  if (mark >= 0) return { start: at(word.length - mark - 1), proposals: linkedActions(table.router.routes) }
  return { start: at(word.length), proposals: [...controllerActions(place), ...targets] }
}

function completeModifier({ table, files, offset }: ProjectPlace, word: string): Proposals {
  if (!word.startsWith('use='))
    return { start: offset - word.replace(/^\+/, '').length, proposals: modifiers }
  const typed = word.slice(Math.max('use='.length, word.lastIndexOf(',') + 1))
  const defined = files.flatMap((file) =>
    file.middleware.names.map(({ name }) => ({ name, detail: file.source.file })),
  )
  const used = table.router.routes.flatMap(({ middleware }) =>
    middleware.map((name) => ({ name, detail: '' })),
  )
  const proposals = new Map<string, Proposal>()
  for (const { name, detail } of [...defined, ...used])
    if (!proposals.has(name)) proposals.set(name, { label: name, kind: CompletionItemKind.Function, detail })
  return { start: offset - typed.length, proposals: [...proposals.values()] }
}

function controllerActions({ controllers }: ProjectState): Proposal[] {
  const proposals = new Map<string, Proposal>()
  for (const name of controllers.names)
    for (const { file, method } of controllers.methodsOf(name)) {
      const label = `${name}.${method.name}`
      proposals.set(label, { label, kind: CompletionItemKind.Method, detail: file.source.file })
    }
  return [...proposals.values()]
}

async function routeFilesBeside(path: string): Promise<Proposal[]> {
  const names = await readdir(dirname(path)).catch(() => [])
  return names
    .filter((name) => /\.(?:conf|routes)$/.test(name))
    .map((label): Proposal => ({ label, kind: CompletionItemKind.File }))
}

function keyword(label: string, detail?: string): Proposal {
  return { label, kind: CompletionItemKind.Keyword, detail }
}

const methods: readonly Proposal[] = [
  ...Array.from(httpMethods, (label) => keyword(label)),
  keyword('*', 'every method'),
  keyword('->', 'include a route file below a prefix'),
  keyword('+', 'modifiers of the next line'),
]

const modifiers: readonly Proposal[] = [
  keyword('use=', 'middleware that runs before the action'),
  keyword('alias', 'keeps an old address, so no link needs this line'),
  keyword('passes', 'an action that may call next()'),
  keyword('name=', 'a second name for links'),
  keyword('signed', 'answers signed links only'),
  keyword('signed=', 'answers signed links until they expire: signed=1h'),
  keyword('signed-ignore=', 'parameters that may be added to a signed link'),
  keyword('tag='),
  keyword('deprecated'),
  keyword('nocsrf'),
]

const targets: readonly Proposal[] = [
  keyword('redirect:', 'to a path or a URL'),
  keyword('redirect:301:@', 'to the URL of an action, permanently'),
  keyword('staticDir:', 'the files of a folder'),
  keyword('staticFile:', 'one file'),
  keyword('view:', 'a page without a controller'),
  keyword('404', 'a status'),
]
