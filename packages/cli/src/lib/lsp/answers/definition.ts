import { resolve, dirname } from 'node:path'
import { placeIn, placesOfAction, type FilePlace } from './action-places.js'
import type { ProjectPlace, ProjectState } from '../project.js'
import type { NamedSpan, Span } from '../../terminal/source-text.js'
import { symbolAt } from './symbol-at.js'

/** Links and methods lead to route lines, route lines to methods, includes to files, and `use=` to middleware. */
export function findDefinition(place: ProjectPlace): FilePlace[] {
  const symbol = symbolAt(place)
  switch (symbol?.type) {
    case 'action': {
      if (symbol.role === 'route') return methodsOf(place, symbol.action)
      const lines = linesOf(place, symbol.action)
      // A method may exist without a line.
      return lines.length > 0 ? lines : methodsOf(place, symbol.action)
    }
    case 'middleware':
      return definedMiddleware(place, symbol.name)
    case 'include': {
      if (symbol.entry.type !== 'includeFile') return []
      const included = place.table.documents.get(resolve(dirname(place.path), symbol.entry.name))
      return included === undefined ? [] : [placeIn(included, { start: 0, end: 0 })]
    }
    default:
      return []
  }
}

/** @param withDeclaration true adds controller methods and middleware functions */
export function findReferences(
  place: ProjectPlace,
  { withDeclaration }: { readonly withDeclaration: boolean },
): FilePlace[] {
  const symbol = symbolAt(place)
  if (symbol?.type === 'middleware') {
    const defined = withDeclaration ? definedMiddleware(place, symbol.name) : []
    return [...defined, ...usedMiddleware(place, symbol.name)]
  }
  if (symbol?.type !== 'action') return []
  const methods = withDeclaration ? methodsOf(place, symbol.action) : []
  return [...methods, ...placesOfAction(place, symbol.action)]
}

function linesOf({ table }: ProjectState, action: string): FilePlace[] {
  return table.routesOf(action).flatMap((route): FilePlace[] => {
    const document = table.documents.get(table.pathOf(route.file))
    const entry = document?.entryAt(route.line)
    if (document === undefined || entry === undefined) return []
    return [placeIn(document, document.actionOf(entry) ?? document.targetOf(entry))]
  })
}

function methodsOf({ controllers }: ProjectState, action: string): FilePlace[] {
  return controllers.methodsOfAction(action).map(({ file, method }) => placeIn(file, method))
}

function definedMiddleware({ files }: ProjectState, name: string): FilePlace[] {
  return files.flatMap((file) => namedIn(file, file.middleware.names, name))
}

function usedMiddleware({ table }: ProjectState, name: string): FilePlace[] {
  return [...table.documents.values()].flatMap((document) => namedIn(document, document.middleware, name))
}

function namedIn(file: Omit<FilePlace, keyof Span>, names: readonly NamedSpan[], name: string): FilePlace[] {
  return names.filter((each) => each.name === name).map((each) => placeIn(file, each))
}
