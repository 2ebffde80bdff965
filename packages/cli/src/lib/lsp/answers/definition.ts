import { resolve, dirname } from 'node:path'
import { placeOfMethod, placesOfAction, type FilePlace } from './action-places.js'
import type { Project, ProjectPlace } from '../project.js'
import { spanOf } from '../../routes/route-document.js'
import { symbolAt } from './symbol-at.js'

/** Links and methods lead to route lines, route lines to methods, and includes to files. */
export async function findDefinition(place: ProjectPlace): Promise<FilePlace[]> {
  const { project, path } = place
  const symbol = await symbolAt(place)
  switch (symbol?.type) {
    case 'action': {
      if (symbol.role === 'route') return methodsOf(project, symbol.action)
      const lines = await linesOf(project, symbol.action)
      // A method may exist without a line.
      return lines.length > 0 ? lines : methodsOf(project, symbol.action)
    }
    case 'middleware':
      return definedMiddleware(project, symbol.name)
    case 'include': {
      const { documents } = await project.table()
      if (symbol.entry.type !== 'includeFile') return []
      const included = resolve(dirname(path), symbol.entry.name)
      const source = documents.get(included)?.source
      return source === undefined ? [] : [{ path: included, source, start: 0, end: 0 }]
    }
    default:
      return []
  }
}

/** @param withDeclaration true adds controller methods and middleware functions */
export async function findReferences(
  place: ProjectPlace,
  { withDeclaration }: { readonly withDeclaration: boolean },
): Promise<FilePlace[]> {
  const { project } = place
  const symbol = await symbolAt(place)
  if (symbol?.type === 'middleware') {
    const defined = withDeclaration ? await definedMiddleware(project, symbol.name) : []
    return [...defined, ...(await usedMiddleware(project, symbol.name))]
  }
  if (symbol?.type !== 'action') return []
  const methods = withDeclaration ? await methodsOf(project, symbol.action) : []
  return [...methods, ...(await placesOfAction(project, symbol.action))]
}

async function linesOf(project: Project, action: string): Promise<FilePlace[]> {
  const table = await project.table()
  return table.routesOf(action).flatMap((route): FilePlace[] => {
    const document = table.documents.get(table.pathOf(route.file))
    const entry = document?.entryAt(route.line)
    if (document === undefined || entry === undefined) return []
    const span = document.actionOf(entry) ?? document.targetOf(entry)
    return [{ path: document.path, source: document.source, start: span.start, end: span.end }]
  })
}

async function methodsOf(project: Project, action: string): Promise<FilePlace[]> {
  const controllers = await project.controllers()
  const places = await Promise.all(
    controllers.methodsOfAction(action).map(async (method) => placeOfMethod(project, method)),
  )
  return places.filter((place) => place !== undefined)
}

async function definedMiddleware(project: Project, name: string): Promise<FilePlace[]> {
  return (await project.files()).flatMap(({ path, source, middleware }) =>
    middleware.names.filter((each) => each.name === name).map((each) => ({ path, source, ...spanOf(each) })),
  )
}

async function usedMiddleware(project: Project, name: string): Promise<FilePlace[]> {
  const { documents } = await project.table()
  return [...documents.values()].flatMap(({ path, source, middleware }) =>
    middleware.filter((each) => each.name === name).map((each) => ({ path, source, ...each })),
  )
}
