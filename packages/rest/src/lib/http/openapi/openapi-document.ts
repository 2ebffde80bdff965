import type { Route } from '@mvc-router/router-core'
import type { RegisteredAction } from '@mvc-router/router-core/express'
import { getOrInsert, type OptionNames } from '@mvc-router/router-core/tools'
import { endpointOf } from '../actions/endpoint.js'
import { clientLogOperations } from './client-log-operations.js'
import { crudOperation, customOperation, identifierSchema, type Operation } from './operations.js'
import { DocumentSchemas, uniqueName } from './document-schemas.js'
import {
  errorReference,
  errorResponse,
  errorSchemas,
  type JsonSchema,
  listSchemas,
} from './shared-schemas.js'
import { isRestController, type RestController } from '../../controller/rest-controller.js'

/** The title and version of an API. */
export interface ApiInfo {
  readonly title: string
  readonly version: string
  readonly summary?: string
  readonly description?: string
  readonly termsOfService?: string
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string }
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string }
  /**
   * The security schemes of OpenAPI: `{ bearer: { type: 'http', scheme: 'bearer' } }`. Each operation lists the roles
   * in `requires` of its controller.
   */
  readonly securitySchemes?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export const apiInfoNames: OptionNames<ApiInfo> = {
  title: true,
  version: true,
  summary: true,
  description: true,
  termsOfService: true,
  contact: true,
  license: true,
  securitySchemes: true,
}

export interface DocumentSources {
  readonly info: ApiInfo
  readonly routes: readonly Route[]
  readonly actions: Iterable<RegisteredAction>
  /** The path at which the routes are mounted. */
  readonly serverUrl: string
}

export type OpenApiDocument = Readonly<Record<string, unknown>>

const methods: ReadonlySet<string> = new Set([
  'get',
  'put',
  'post',
  'delete',
  'options',
  'head',
  'patch',
  'trace',
])

/** Describes routes as OpenAPI 3.1. Skips `+ hidden` routes, routes of a host, and actions such as `staticDir:img`. */
export function openApiDocument({ info, routes, actions, serverUrl }: DocumentSources): OpenApiDocument {
  const { securitySchemes = {}, ...about } = info
  const schemes = Object.keys(securitySchemes)
  const known = new Map(Array.from(actions, (action) => [action.action, action]))
  const controllers = genericControllers(known.values())
  const referenced = new Set(
    Array.from(controllers.values(), ({ entity }) => entity.fields)
      .flat()
      .flatMap((field) => field.references?.() ?? []),
  )
  const schemas = new DocumentSchemas()
  // Writes a schema even if all answers are in a view. The first controllers get the names without numbers.
  for (const { entity } of controllers.values()) schemas.referenceTo(entity)
  const paths = new Map<string, { path: string; item: Map<string, Operation> }>()
  const identifiers = new Set<string>()
  const tags = new Set<string>()
  for (const route of routes) {
    if (!isDocumented(route)) continue
    const [controllerName, methodName] = splitAction(route.action)
    const controller = controllers.get(controllerName)
    const action = known.get(route.action)
    const isOrdinary = controller === undefined || action?.metadata.parameters !== undefined
    const endpoint = isOrdinary ? undefined : endpointOf(controller, methodName)
    const parent = parentOf(route, controllers)
    const path = templateOf(route)
    const shape = path.replaceAll(/\{[^}]*\}/g, '{}')
    const item = getOrInsert(paths, shape, () => ({ path, item: new Map<string, Operation>() }))
    for (const method of methodsOf(route)) {
      const operation =
        clientLogOperations.get(route.action) ??
        (controller !== undefined && endpoint !== undefined
          ? crudOperation(controller, endpoint, { schemes, referenced, parent, schemas })
          : action && customOperation(method, action, schemes, schemas)) ??
        anyOperation
      // As in routing, the first route wins in the document.
      if (!methods.has(method) || item.item.has(method)) continue
      const tag = typeof route.modifiers['tag'] === 'string' ? route.modifiers['tag'] : controllerName
      tags.add(tag)
      const documented = {
        operationId: uniqueName(route.action, identifiers),
        tags: [tag],
        ...(route.modifiers['deprecated'] === undefined ? {} : { deprecated: true }),
        security: [],
        ...operation,
        ...parametersOf(route, item.path, operation, parent ?? controller),
      }
      item.item.set(method, documented)
      if (method === 'get' && !item.item.has('head'))
        item.item.set('head', headOf(documented, uniqueName(`${route.action}.head`, identifiers)))
    }
  }
  const documentedPaths = Object.fromEntries(
    Array.from(paths.values(), ({ path, item }) => [path, Object.fromEntries(item)]),
  )
  return {
    openapi: '3.1.0',
    info: about,
    servers: [{ url: serverUrl }],
    tags: Array.from(tags, (name) => ({ name })),
    paths: documentedPaths,
    components: {
      schemas: { ...usedSchemas(documentedPaths), ...errorSchemas, ...schemas.all },
      responses: { Error: errorResponse },
      ...(schemes.length > 0 && { securitySchemes }),
    },
  }
}

function isDocumented(route: Route): boolean {
  return (
    /^[^.:{}]+(\.[^.:{}]+)+$/.test(route.action) &&
    route.modifiers['hidden'] === undefined &&
    route.host === undefined
  )
}

function splitAction(action: string): readonly [string, string] {
  const dot = action.lastIndexOf('.')
  return [action.slice(0, dot), action.slice(dot + 1)]
}

function genericControllers(actions: Iterable<RegisteredAction>): ReadonlyMap<string, RestController> {
  return new Map(
    Array.from(actions).flatMap(({ controllerName, controller }) =>
      isRestController(controller) ? [[controllerName, controller] as const] : [],
    ),
  )
}

/** Returns the operation for HEAD, whose answers have no body. */
function headOf(operation: Operation, operationId: string): Operation {
  const responses = operation['responses'] as Readonly<Record<string, { readonly content?: unknown }>>
  const empty = Object.entries(responses).map(([status, { content: _content, ...response }]) => [
    status,
    '$ref' in response ? { description: 'An error' } : response,
  ])
  return { ...operation, operationId, responses: Object.fromEntries(empty) as unknown }
}

/** For `/authors/{id}/books`, returns the controller of authors. */
function parentOf(
  { args }: Route,
  controllers: ReadonlyMap<string, RestController>,
): RestController | undefined {
  const nested = args['nested']
  return nested === undefined ? undefined : controllers.get(nested.split('.', 1)[0] ?? '')
}

const anyOperation: Operation = {
  summary: 'An action',
  responses: { 200: { description: 'Success' }, default: errorReference },
}

function methodsOf({ method }: Route): readonly string[] {
  return method === '*' ? ['get'] : method.toLowerCase().split('|')
}

/** Returns a pattern without its constraints: `/books/{id}`. */
function templateOf({ pattern }: Route): string {
  const path = pattern.parts.map((part) => (part.type === 'literal' ? part.text : `{${part.name}}`)).join('')
  return path === '' ? '/' : path
}

/** The names come from the path in the document, because a second route may have other names. */
function parametersOf(
  { pattern, args }: Route,
  path: string,
  operation: Operation,
  controller: RestController | undefined,
): Operation {
  const names = Array.from(path.matchAll(/\{([^}]*)\}/g), ([, name = '']) => name)
  const variables = pattern.parts.filter((part) => part.type === 'variable')
  const own = Array.isArray(operation['parameters']) ? operation['parameters'] : []
  const parameters: unknown[] = names.map((name, index) => {
    const { name: variable = name, constraint } = variables[index] ?? {}
    const isKey = variable === 'id' && controller !== undefined && args['id'] === undefined
    const schema = isKey ? identifierSchema(controller) : textSchema(constraint?.source)
    return { name, in: 'path', required: true, schema }
  })
  return parameters.length + own.length === 0 ? {} : { parameters: [...parameters, ...own] }
}

function textSchema(source: string | undefined): JsonSchema {
  return source === undefined ? { type: 'string' } : { type: 'string', pattern: `^(?:${source})$` }
}

function usedSchemas(paths: object): Readonly<Record<string, JsonSchema>> {
  const text = JSON.stringify(paths)
  const used = Object.entries(listSchemas).filter(([name]) => text.includes(`"#/components/schemas/${name}"`))
  return Object.fromEntries(used)
}
