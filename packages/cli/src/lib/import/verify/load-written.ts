import { splitAction } from '../../route-parts.js'
import { fileURLToPath } from 'node:url'
import { RouteFileParsingException } from '@mvc-router/router-core'
import { type MiddlewareMap, RouterHandlerMapping } from '@mvc-router/router-core/express'
import { loadModule, prepareProgram } from './load-program.js'
import type { LoadWrittenRequest, WrittenFault } from './verify-messages.js'

type Handlers = Record<string, unknown>

/**
 * Loads what an import has written, in the order of an application that uses it: the program, the controllers, the route files
 * with both. Calls no handler, since it would do what it does for a visitor (decision 165).
 */
export async function loadWritten(request: LoadWrittenRequest): Promise<readonly WrittenFault[]> {
  const { entry, cwd, controllersFile, routeFile, missingActions, missingMiddleware } = request
  prepareProgram(request)
  let file = entry
  try {
    await loadModule(file, request)
    file = controllersFile
    const { controllers, middleware } = (await loadModule(file, request)) as {
      readonly controllers: Readonly<Record<string, Handlers>>
      readonly middleware: MiddlewareMap
    }
    const mapping = new RouterHandlerMapping({
      routeFiles: routeFile,
      controllers: withActions(controllers, missingActions),
      middleware: { ...Object.fromEntries(missingMiddleware.map((name) => [name, unused])), ...middleware },
      onWarning: () => {},
      cwd,
    })
    await mapping.load()
    return []
  } catch (error) {
    if (error instanceof RouteFileParsingException)
      return error.errors.map(({ message, ...place }) => ({ message, file: place.file, line: place.line }))
    return [loadFault(error, file === entry ? [controllersFile, entry] : [controllersFile])]
  }
}

/** The controllers, with what was told not to be there. */
function withActions(
  controllers: Readonly<Record<string, Handlers>>,
  names: readonly string[],
): Record<string, object> {
  const complete: Record<string, Handlers> = { ...controllers }
  for (const name of names) {
    const [controller, method] = splitAction(name)
    complete[controller] = { [method]: unused, ...complete[controller] }
  }
  return complete
}

function unused(): void {}

/** @param files the program's own, of which the first that the stack names is to blame; the last was loaded */
function loadFault(error: unknown, files: readonly string[]): WrittenFault {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const places = Array.from(stack.matchAll(/((?:file:\/\/)?\/[^\n():]+):(\d+)/g), ([, path = '', line]) => ({
    file: path.startsWith('file:') ? fileURLToPath(path) : path,
    line: Number(line),
  }))
  const place = files.flatMap((file) => places.find((each) => each.file === file) ?? [])[0]
  const message = error instanceof Error ? error.message : String(error)
  return { ...(place ?? { file: files.at(-1) ?? '' }), message: `cannot be loaded: ${message}` }
}
