import { expect, test } from '@jest/globals'
import {
  answerTypes,
  type Conditions,
  createWebServer,
  CrudServiceImpl,
  defineEntity,
  defineModel,
  type EntityOf,
  ForbiddenException,
  jsonViews,
  MemoryRepository,
  type RequestContext,
  RepositoryBasedRestController,
  SerializerModules,
  ServiceBasedRestController,
} from '@mvc-router/rest'
import { openDatabase } from '@mvc-router/rest-kysely'
import { start } from './http-client.js'

const Shelf = defineEntity({
  name: 'Shelf',
  key: { id: 'integer' },
  fields: { label: 'string', page: 'integer?', data: 'json?' },
})
const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: {
    title: 'string',
    shelfId: { type: 'integer?', references: () => Shelf },
    oldShelfId: { type: 'integer?', references: () => Shelf },
  },
})
type Shelf = EntityOf<typeof Shelf>
type Book = EntityOf<typeof Book>

class ShelfController extends RepositoryBasedRestController<Shelf, number> {
  requestMapping = '/shelves'
}
class BookController extends RepositoryBasedRestController<Book, number> {
  requestMapping = '/books'
}
const bookController = new BookController(new MemoryRepository<Book, number>(Book))
const unregistered = new ShelfController(new MemoryRepository<Shelf, number>(Shelf))

test.each<[string, object]>([
  ['totals: expected "exact" or "none"', { totals: 'some' }],
  ['The filter "nobody" is not a field of Shelf', { filters: { nobody: ['eq'] } }],
  ['"page" is a parameter of every list and cannot be a filter', { filters: { page: ['eq'] } }],
  ['The filter "label" needs a list of operators', { filters: { label: 'eq' } }],
  ['The filter "label" needs a list of operators', { filters: { label: [] } }],
  ['The filter "data" has the operator "contains"', { filters: { data: ['contains'] } }],
  ['requires: "read" is not an endpoint; expected findAll,', { requires: { read: ['editor'] } }],
  ['requires: expected a list of roles for "create", got "editor"', { requires: { create: 'editor' } }],
  ['ignoredParameters: expected a list of names', { ignoredParameters: 'utm_source' }],
  ['ignoredParameters: expected a list of names', { ignoredParameters: [1] }],
  ['maxSize', { maxSize: 0 }],
  ['deleteAll: expected true or false', { deleteAll: 'false' }],
  ['requireIfMatch: expected true or false', { requireIfMatch: 'true' }],
  ['A nested list cannot be named "a b"', { nested: { 'a b': bookController } }],
  ['The nested list "books" needs a generic controller', { nested: { books: {} } }],
  ['Which field of Book refers to Shelf?', { nested: { books: bookController } }],
  ['Which field of Shelf refers to Shelf?', { nested: { shelves: unregistered } }],
])('the server does not start with a wrong controller: %s', async (message, declared) => {
  const shelfController = new ShelfController(new MemoryRepository<Shelf, number>(Shelf))
  Object.assign(shelfController, declared)
  await expect(createWebServer({ controllers: { shelfController, bookController } })).rejects.toThrow(message)
})

test('a generic controller with a view of an unknown method is refused at start, and jsonViews refuses unknown options', async () => {
  class ShortView {}
  class MisspeltController extends ShelfController {}
  jsonViews(MisspeltController, { methods: { findByID: ShortView } })
  const controller = new MisspeltController(new MemoryRepository<Shelf, number>(Shelf))
  await expect(createWebServer({ controllers: { controller } })).rejects.toThrow(
    'A view is declared for "findByID", which is not a method',
  )
  // @ts-expect-error -- possible only in JavaScript
  expect(() => jsonViews(MisspeltController, { view: ShortView })).toThrow('jsonViews has no option "view"')
})

test('a controller of the application with a view of an unknown method is refused at start', async () => {
  class ShortView {}
  class PlainController {
    show(): object {
      return {}
    }
  }
  jsonViews(PlainController, { methods: { shwo: ShortView } })
  const controllers = { plainController: new PlainController() }
  await expect(createWebServer({ controllers, routes: 'GET /plain plainController.show' })).rejects.toThrow(
    'A view is declared for "shwo", which is not a method',
  )
})

test('answerTypes of an unknown method is refused at start on every kind of controller', async () => {
  class PlainController {
    show(): object {
      return {}
    }
  }
  answerTypes(PlainController, { shwo: Shelf })
  class MisspeltController extends ShelfController {}
  answerTypes(MisspeltController, { findByID: Shelf })
  const routes = 'GET /plain plainController.show'
  for (const [name, controllers] of Object.entries({
    shwo: { plainController: new PlainController() },
    findByID: {
      plainController: { show: () => ({}) },
      shelfController: new MisspeltController(new MemoryRepository<Shelf, number>(Shelf)),
    },
  }))
    await expect(createWebServer({ controllers, routes })).rejects.toThrow(
      `The answers of "${name}" are declared, but there is no such method`,
    )
})

test('a nested list of an unregistered controller is refused at start', async () => {
  const Page = defineEntity({
    name: 'Page',
    key: { id: 'integer' },
    fields: { shelfId: { type: 'integer?', references: () => Shelf } },
  })
  class PageController extends RepositoryBasedRestController<EntityOf<typeof Page>, number> {
    requestMapping = '/pages'
  }
  const pages = new PageController(new MemoryRepository<EntityOf<typeof Page>, number>(Page))
  const shelfController = new ShelfController(new MemoryRepository<Shelf, number>(Shelf))
  Object.assign(shelfController, { nested: { pages } })
  await expect(createWebServer({ controllers: { shelfController } })).rejects.toThrow(
    '"shelfController" nests the list "pages" of a controller that is not among the controllers',
  )
})

test.each<[string, () => unknown, string]>([
  [
    'a secretKey of less than 32 characters',
    async () => createWebServer({ secretKey: 'short' }),
    'secretKey: expected at least 32',
  ],
  [
    'maxConnections 0',
    async () => openDatabase(':memory:', { maxConnections: 0 }),
    'maxConnections: expected an integer',
  ],
  [
    'a field named _links, which HAL uses',
    () => defineEntity({ name: 'Line', key: { id: 'integer' }, fields: { _links: 'json?' } }),
    'Line declares "_links", a property of HAL answers',
  ],
  [
    'a relation named _embedded, which HAL uses',
    () =>
      defineEntity({
        name: 'Line',
        key: { id: 'integer' },
        fields: { shelfId: 'integer?' },
        relations: { _embedded: { entity: () => Shelf, by: 'shelfId' } },
      }),
    'Line declares "_embedded"',
  ],
  ['maxConnections 1.5', async () => openDatabase(':memory:', { maxConnections: 1.5 }), 'from 1 on, got 1.5'],
  ['a model without fields', () => defineModel({ name: 'Line' } as never), 'Line needs fields, an object'],
  [
    'a relation by an unknown field',
    () =>
      defineEntity({
        name: 'Leaf',
        key: { id: 'integer' },
        fields: { name: 'string' },
        relations: { tree: { entity: () => Shelf, by: 'treeId' } },
      }),
    'The relation Leaf.tree needs the field "treeId", which Leaf does not have',
  ],
  [
    'a module without a class',
    () => new SerializerModules([{ serialize: String } as never]),
    'A module needs the class',
  ],
])('%s is refused', async (_, act, message) => {
  await expect((async () => act())()).rejects.toThrow(message)
})

class OwnShelfController extends ServiceBasedRestController<Shelf, number> {
  requestMapping = '/shelves'
  override readonly deleteAll = true

  protected override scope({ user }: RequestContext): Conditions {
    return { label: String(user) }
  }
}

test('a controller with a scope refuses calls without the context of a request', async () => {
  const controller = new OwnShelfController(new CrudServiceImpl(new MemoryRepository<Shelf, number>(Shelf)))
  await expect(controller.findById('1')).rejects.toThrow(
    'OwnShelfController restricts requests: pass the context of the request',
  )
})

test('rows outside of the scope are neither shown nor deleted, even if a service does not pass the context on', async () => {
  class ForgetfulService extends CrudServiceImpl<Shelf, number> {
    override async findAll(): Promise<readonly Shelf[]> {
      return super.findAll()
    }
    override async findPaginated(request: Parameters<CrudServiceImpl<Shelf, number>['findPaginated']>[0]) {
      return super.findPaginated(request)
    }
    override async deleteAll(): Promise<void> {
      await super.deleteAll()
    }
  }
  const shelves = new MemoryRepository<Shelf, number>(Shelf)
  for (const label of ['ann', 'bob']) await shelves.insert(Shelf.create({ label }))
  const logged: unknown[] = []
  const app = await createWebServer({
    controllers: [new OwnShelfController(new ForgetfulService(shelves))],
    middleware: [
      (request, _response, next) => {
        Object.assign(request, { user: 'ann' })
        next()
      },
    ],
    logError: (error) => logged.push(String(error)),
  })
  const server = await start(app)
  expect((await server.get('/shelves')).status).toBe(500)
  expect((await server.call({ method: 'DELETE', path: '/shelves' })).status).toBe(500)
  expect(await shelves.count()).toBe(2)
  const outside = 'TypeError: OwnShelfController was given a Shelf outside of its scope; pass the context on'
  expect(logged).toEqual([outside, outside])
  await server.close()
})

test('an entity that an asynchronous admit refuses is neither listed nor deleted', async () => {
  class GuardedController extends ServiceBasedRestController<Shelf, number> {
    readonly requestMapping = '/shelves'
    override readonly deleteAll = true
    protected override scope(): Conditions {
      return {}
    }
    override async admit(): Promise<void> {
      await new Promise(setImmediate)
      throw new ForbiddenException('not yours')
    }
  }
  const shelves = new MemoryRepository<Shelf, number>(Shelf)
  await shelves.insert(Shelf.create({ label: 'ann' }))
  const service = new (class extends CrudServiceImpl<Shelf, number> {
    override async deleteAll(): Promise<void> {
      await super.deleteAll()
    }
  })(shelves)
  const server = await start(await createWebServer({ controllers: [new GuardedController(service)] }))
  expect((await server.get('/shelves')).status).toBe(403)
  expect((await server.call({ method: 'DELETE', path: '/shelves' })).status).toBe(403)
  expect(await shelves.count()).toBe(1)
  await server.close()
})

test.each(['contains', 'startsWith'] as const)(
  'the filter %s of a field that is not a text is refused at start',
  async (operator) => {
    class ShelfFilterController extends RepositoryBasedRestController<EntityOf<typeof Book>, number> {
      readonly requestMapping = '/books'
      override readonly filters = { shelfId: [operator] }
    }
    const controller = new ShelfFilterController(new MemoryRepository(Book))
    await expect(createWebServer({ controllers: [controller] })).rejects.toThrow(operator)
  },
)
