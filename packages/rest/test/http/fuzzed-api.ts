import {
  createWebServer,
  defineEntity,
  type EntityDefinition,
  JsonView,
  type PagingAndSortingRepository,
  RepositoryBasedRestController,
  type RequestContext,
  RequestMapping,
  type WebServer,
} from '@mvc-router/rest'
import { Params, pathVariable } from '@mvc-router/router-core/express'

/** A text that only hidden fields contain. */
export const hiddenText = 'HIDDENVALUE'
/** A text that only rows of another tenant contain. */
export const foreignText = 'FOREIGNROW'
/** A text that only errors of the application contain. */
export const internalText = 'INTERNALTEXT'

class ListView {}

/** An entity with a field of each type, and with a hidden and a write-only field. */
export function thingEntity(table: string): EntityDefinition<Thing, number> {
  const thing = defineEntity({
    name: 'Thing',
    table,
    key: { id: 'integer' },
    fields: {
      tenant: { type: 'string', maxLength: 20 },
      slug: { type: 'string', unique: true, maxLength: 40 },
      title: { type: 'string', maxLength: 60 },
      count: 'integer?',
      big: 'bigint?',
      ratio: 'number?',
      price: 'decimal?',
      active: 'boolean?',
      day: 'date?',
      at: 'datetime?',
      ref: 'uuid?',
      oid: 'objectId?',
      bytes: { type: 'bytes?', maxLength: 200 },
      data: 'json?',
      level: { type: 'string?', enum: ['low', 'high'] },
      secret: { type: 'string?', hidden: true, maxLength: 60 },
      password: { type: 'string?', writeOnly: true, maxLength: 60 },
      parentId: 'integer?',
    },
    relations: { parent: { entity: (): EntityDefinition => thing, by: 'parentId' } },
    version: 'version',
    views: { id: ListView, title: ListView, slug: ListView, count: ListView, parentId: ListView },
  }) as EntityDefinition as EntityDefinition<Thing, number>
  return thing
}

export interface Thing {
  readonly id: number
  readonly tenant: string
  readonly slug: string
}

/** An entity with keys that clients choose. */
export function noteEntity(table: string): EntityDefinition<Note, string> {
  return defineEntity({
    name: 'Note',
    table,
    key: { code: 'string' },
    fields: {
      tenant: { type: 'string', maxLength: 20 },
      text: { type: 'string?', maxLength: 100 },
      secret: { type: 'string?', hidden: true, maxLength: 60 },
    },
  }) as EntityDefinition as EntityDefinition<Note, string>
}

export interface Note {
  readonly code: string
  readonly tenant: string
}

export interface FuzzedStores {
  readonly things: PagingAndSortingRepository<Thing, number>
  readonly notes: PagingAndSortingRepository<Note, string>
}

const scope = ({ request }: RequestContext): { readonly tenant: string } => ({
  tenant: String(request.headers['x-tenant']),
})

@RequestMapping('/things')
class ThingController extends RepositoryBasedRestController<Thing, number> {
  override readonly deleteAll: boolean = true
  override readonly ignoredParameters = ['utm_source']
  override readonly filters = {
    id: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'],
    title: ['eq', 'ne', 'contains', 'startsWith', 'in'],
    slug: ['eq', 'startsWith'],
    count: ['eq', 'gte', 'lt', 'in', 'null'],
    big: ['eq', 'gt'],
    price: ['eq', 'lte', 'in'],
    active: ['eq', 'null'],
    day: ['eq', 'gte'],
    at: ['lt', 'eq'],
    ref: ['eq', 'in'],
    data: ['null'],
    parentId: ['eq', 'null'],
  } as const

  protected override scope(context: RequestContext): { readonly tenant: string } {
    return scope(context)
  }
}

@RequestMapping('/short-things')
@JsonView(ListView)
class ShortThingController extends ThingController {
  override readonly deleteAll = false
  override readonly filters = { title: ['contains'], count: ['gte'], id: ['in'] } as never
  override readonly totals = 'none'
  override readonly requireIfMatch = true
}

@RequestMapping('/slugs')
class SlugController extends ThingController {
  override async findById(slug: string, context?: RequestContext): Promise<Thing> {
    const things = await this.repository.findAll({ limit: 500, scope: context?.scope })
    return things.find((thing) => thing.slug === slug) as Thing
  }

  override identifierOf({ slug }: Thing): string {
    return slug
  }
}

@RequestMapping('/notes')
class NoteController extends RepositoryBasedRestController<Note, string> {
  override readonly filters = { text: ['contains', 'null'], code: ['startsWith'] } as const
  protected override scope(context: RequestContext): { readonly tenant: string } {
    return scope(context)
  }

  @Params(pathVariable('code'))
  fail(code: string): never {
    throw Object.assign(new Error(`${internalText} ${code}`), { status: 404, sql: internalText })
  }
}

/** Creates the API that the random requests attack. */
export async function createFuzzedApi(
  { things, notes }: FuzzedStores,
  logError: (error: unknown) => void,
): Promise<WebServer> {
  return createWebServer({
    controllers: {
      thingController: new ThingController(things),
      shortThingController: new ShortThingController(things),
      slugController: new SlugController(things),
      noteController: new NoteController(notes),
    },
    routes: 'GET /failing/{code}  noteController.fail',
    profiles: ['vendor-web-server', 'vendor-client-logging', 'vendor-validation'],
    clientLog: { strategy: { log: () => undefined }, rateLimit: false },
    cors: { allowOrigin: 'http://app.example', supportedMethods: 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS' },
    documents: { title: 'Fuzzed', version: '1' },
    health: true,
    body: { limit: '64kb', forms: true },
    logError,
  })
}

/** Inserts rows of two tenants. */
export async function fillStores({ things, notes }: FuzzedStores): Promise<void> {
  for (let index = 0; index < 40; index++) {
    const tenant = index % 2 === 0 ? 'a' : 'b'
    const mark = tenant === 'a' ? 'own' : foreignText
    const secret = `${hiddenText} ${index}`
    const values = {
      tenant,
      slug: `${mark}-${index}`,
      title: `${mark} ${index}`,
      count: index,
      secret,
      password: secret,
    }
    await things.insert?.(things.entity.create({ ...values, parentId: index, data: { mark } }))
    await notes.insert?.(notes.entity.create({ code: `${mark}${index}`, tenant, text: mark, secret }))
  }
}
