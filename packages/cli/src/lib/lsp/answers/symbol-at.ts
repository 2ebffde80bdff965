import type { Span } from '../../terminal/source-text.js'
import type { IncludeLine, Route } from '@mvc-router/router-core'
import { nameOfLink, quotedNames } from './action-places.js'
import type { ProjectFile } from '../../programs/project-file.js'
import type { ProjectPlace, ProjectState } from '../project.js'
import type { RouteDocument } from '../../routes/route-document.js'

export type EditorSymbol = Span &
  (
    | {
        readonly type: 'action'
        readonly action: string
        /** `method` is the declaration in the controller. */
        readonly role: 'route' | 'redirect' | 'link' | 'text' | 'method'
      }
    | { readonly type: 'middleware'; readonly name: string }
    | { readonly type: 'line'; readonly routes: readonly Route[] }
    | { readonly type: 'include'; readonly entry: IncludeLine }
  )

export function symbolAt({ document, file, offset, ...state }: ProjectPlace): EditorSymbol | undefined {
  if (document !== undefined) return inRouteFile(document, offset, state)
  if (file === undefined) return undefined
  return inLinks(file, offset) ?? inProgram(file, offset, state) ?? inTexts(file, offset, state)
}

function inRouteFile(
  document: RouteDocument,
  offset: number,
  { table }: ProjectState,
): EditorSymbol | undefined {
  const used = document.middleware.find((each) => holds(each, offset))
  if (used !== undefined) return { type: 'middleware', ...used }
  const { line } = document.source.place(offset)
  const entry = document.entryAt(line)
  if (entry === undefined) return undefined
  if (entry.type !== 'route') return { type: 'include', entry, ...document.targetOf(entry) }
  const action = document.actionOf(entry)
  if (action !== undefined && holds(action, offset) && !action.name.includes('{')) {
    const role = entry.target.type === 'action' ? 'route' : 'redirect'
    return { type: 'action', role, action: action.name, start: action.start, end: action.end }
  }
  const routes = table.routesAt(document.path, line)
  const start = document.source.offsetAt(line - 1, 0)
  return { type: 'line', routes, start, end: start + entry.lineText.length }
}

function inLinks({ links }: ProjectFile, offset: number): EditorSymbol | undefined {
  const names = links.flatMap(({ actions }) => actions).map(nameOfLink)
  const named = names.find((span) => holds(span, offset))
  return named && { type: 'action', role: 'link', action: named.name, start: named.start, end: named.end }
}

function inProgram(
  file: ProjectFile,
  offset: number,
  { controllers }: ProjectState,
): EditorSymbol | undefined {
  const named = file.middleware.names.find((span) => holds(span, offset))
  if (named !== undefined) return { type: 'middleware', ...named }
  // Most places in a program are outside controller methods. This check needs no index of controllers.
  const mayBeMethod = file.controllers?.holders.some(({ methods }) =>
    methods.some((method) => holds(method, offset)),
  )
  const mayBeEntry = file.controllers?.entries.some(({ holder }) => typeof holder === 'object')
  if (mayBeMethod !== true && mayBeEntry !== true) return undefined
  const [first] = controllers.actionsAt(file, offset)
  if (first === undefined) return undefined
  const { start, end } = first.method
  return { type: 'action', role: 'method', action: first.action, start, end }
}

function inTexts({ source }: ProjectFile, offset: number, { table }: ProjectState): EditorSymbol | undefined {
  const [before = ''] = /[\w$.]*$/.exec(source.text.slice(Math.max(0, offset - 200), offset)) ?? []
  const [after = ''] = /^[\w$.]*/.exec(source.text.slice(offset, offset + 200)) ?? []
  const action = before + after
  const start = offset - before.length
  if (!action.includes('.') || !table.router.routes.some((route) => route.action === action)) return undefined
  if (!quotedNames(source.text, action).some((span) => span.start === start)) return undefined
  return { type: 'action', role: 'text', action, start, end: start + action.length }
}

/** Also true after the last character, where the caret may be. */
function holds({ start, end }: Span, offset: number): boolean {
  return offset >= start && offset <= end
}
