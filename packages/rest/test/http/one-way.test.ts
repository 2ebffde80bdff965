import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RequestListener } from 'node:http'
import { describe, expect, test } from '@jest/globals'
import {
  createWebServer,
  DataIntegrityViolationException,
  defineEntity,
  EntityExistsException,
  EntityNotFoundException,
  IllegalArgumentException,
  JsonView,
  MemoryRepository,
  NotFoundException,
  NotImplementedException,
  ObjectNotFoundException,
  OptimisticLockException,
  RepositoryBasedRestController,
  RequestMapping,
  RestModule,
  ServiceUnavailableException,
  ValidationException,
  type EntityOf,
  type RequestContext,
  type WriteContext,
} from '@mvc-router/rest'
import {
  createApplication,
  Params,
  pathVariable,
  RouterConfigurationSupport,
  RouterHandlerMapping,
  type InterceptorRegistry,
} from '@mvc-router/router-core/express'
import express5 from 'express'
import { BookOnLoanException, LibraryAdvice } from './docs/library-advice.js'
import { Secured, securityInterceptor } from './docs/secured.js'
import { start, type RunningServer } from './http-client.js'

// Guards, views, advice and the error table apply to every kind of action in every set-up that the documentation shows.

test('docs/controllers.md shows the exact code of the guard in these tests', () => {
  const page = readFileSync('packages/router-core/docs/controllers.md', 'utf8')
  expect(page).toContain(readFileSync('packages/rest/test/http/docs/secured.ts', 'utf8'))
})

test('docs/errors.md shows the exact code of the advice in these tests, and a table of the tested errors', () => {
  const page = readFileSync('packages/rest/docs/errors.md', 'utf8')
  const [, advice = 'no class'] = readFileSync(
    'packages/rest/test/http/docs/library-advice.ts',
    'utf8',
  ).split(/^export (?=class LibraryAdvice)/m)
  expect(page).toContain(advice)
  const [table = ''] = /^\| exception \| status \|\n(?:\|.*\n)+/m.exec(page) ?? []
  const documented = Array.from(table.matchAll(/^\| (.+) \| (\d{3}) \|$/gm), ([, names = '', status]) => [
    Number(status),
    names === 'anything else'
      ? [RangeError.name]
      : Array.from(names.matchAll(/`(\w+)`/g), ([, name]) => name),
  ])
  const tested = new Map<number, string[]>()
  for (const [status, { name }] of statuses) tested.set(status, [...(tested.get(status) ?? []), name])
  expect(new Map(documented as [number, string[]][])).toEqual(tested)
})

class SummaryView {}
class WholeView extends SummaryView {}

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: { title: 'string', price: 'integer', secret: { type: 'string', hidden: true } },
  views: { id: SummaryView, title: SummaryView, price: WholeView, secret: WholeView },
})
type Book = EntityOf<typeof Book>

const statuses: readonly [number, new (message: string) => Error][] = [
  [400, IllegalArgumentException],
  [400, ValidationException],
  [404, NotFoundException],
  [404, EntityNotFoundException],
  [404, ObjectNotFoundException],
  [501, NotImplementedException],
  [409, EntityExistsException],
  [409, DataIntegrityViolationException],
  [409, OptimisticLockException],
  [503, ServiceUnavailableException],
  [500, RangeError],
]

/** If the id is the name of an exception, throws this exception. */
function mayFail(id: string): void {
  if (id === 'loan') throw new BookOnLoanException('on loan')
  const Exception = statuses.find(([, type]) => type.name === id)?.[1]
  if (Exception !== undefined) throw new Exception('as asked')
}

// Writes have the view of findById, because a write must not show more fields than a read.
@RequestMapping('/books')
@JsonView(SummaryView)
class BookController extends RepositoryBasedRestController<Book, number, MemoryRepository<Book, number>> {
  @Secured('ROLE_ADMIN')
  @JsonView(SummaryView)
  override async findById(id: string, context?: RequestContext): Promise<Book> {
    mayFail(id)
    return super.findById(id, context)
  }

  @JsonView(SummaryView)
  override async create(resource: Book, context?: RequestContext): Promise<Book> {
    return super.create(resource, context)
  }

  @JsonView(SummaryView)
  override async update(id: string, resource: Book, context?: WriteContext<Book>): Promise<Book> {
    return super.update(id, resource, context)
  }

  @JsonView(SummaryView)
  override async patch(...parameters: Parameters<RepositoryBasedRestController<Book, number>['patch']>) {
    return super.patch(...parameters)
  }

  @Secured('ROLE_ADMIN')
  override async delete(id: string, context?: WriteContext<Book>): Promise<void> {
    await super.delete(id, context)
  }

  @Secured('ROLE_ADMIN')
  @JsonView(SummaryView)
  @Params(pathVariable('id'))
  async custom(id: string): Promise<Book | undefined> {
    mayFail(id)
    return this.repository.findOne(Number(id))
  }

  @JsonView(WholeView)
  @Params()
  whole(): Book {
    return dune()
  }

  override identifierOf({ id }: Book): string {
    return String(id)
  }

  _private(): string {
    return 'private'
  }

  get accessor(): () => string {
    return () => 'accessor'
  }
}

class PageController {
  readonly injected = (): string => 'injected'

  @Secured('ROLE_ADMIN')
  @JsonView(SummaryView)
  @Params(pathVariable('id'))
  show(id: string): Book {
    mayFail(id)
    return dune()
  }

  express(_request: unknown, response: { json(value: unknown): void }): void {
    response.json({ books: [dune()] })
  }

  sent(_request: unknown, response: { send(value: unknown): void }): void {
    response.send(dune())
  }

  text(): string {
    return JSON.stringify({ nested: { book: dune() } })
  }

  @Params()
  returned(): object {
    return { books: new Set([dune()]), byTitle: new Map([['dune', dune()]]) }
  }
}

function dune(): Book {
  return Book.create({ id: 1, title: 'Dune', price: 900, secret: 'PASSWORD' })
}

const routes = `
GET /pages/{id}                        pageController.show
GET /books/whole                       bookController.whole
GET /books/{id}/custom                 bookController.custom
GET /shown/{action}                    pageController.{action}
*   /{controller}/{action}/{id}        {controller}.{action}
`

const kinds: readonly [kind: string, path: string][] = [
  ['a static action', '/pages/*'],
  ['a generic endpoint', '/books/*'],
  ['a dynamic action', '/pageController/show/*'],
  ['a generic endpoint that the path names', '/bookController/findById/*'],
  ['a custom action', '/books/*/custom'],
  ['a custom action that the path names', '/bookController/custom/*'],
]

type Express = typeof express5

interface Setup {
  readonly app: RequestListener
  readonly prefix: string
}

function parts(): {
  readonly repository: MemoryRepository<Book, number>
  readonly controllers: Readonly<Record<string, object>>
} {
  const repository = new MemoryRepository<Book, number>(Book)
  return {
    repository,
    controllers: { bookController: new BookController(repository), pageController: new PageController() },
  }
}

const options = { advice: new LibraryAdvice(), logError: (): void => undefined }

const setups: Readonly<
  Record<string, (controllers: Readonly<Record<string, object>>, express: Express) => Promise<Setup>>
> = {
  createWebServer: async (controllers, express) => ({
    app: await createWebServer({
      ...options,
      controllers,
      routes,
      interceptors: [securityInterceptor],
      express,
    }),
    prefix: '',
  }),
  'createWebServer, mounted under a prefix': async (controllers, express) => ({
    app: express().use(
      '/shop/:v',
      await createWebServer({
        ...options,
        controllers,
        routes,
        interceptors: [securityInterceptor],
        express,
      }),
    ),
    prefix: '/shop/v1',
  }),
  createApplication: async (controllers, express) => {
    class WebConfiguration extends RouterConfigurationSupport {
      listRouteFiles(): (() => string)[] {
        return [() => routes]
      }
      override controllers(): Readonly<Record<string, object>> {
        return controllers
      }
      override routerOptions(): object {
        return { extensions: [new RestModule(options)] }
      }
      override addInterceptors(registry: InterceptorRegistry): void {
        registry.addInterceptor(securityInterceptor)
      }
    }
    return { app: await createApplication(new WebConfiguration(), { express }), prefix: '' }
  },
  'RestModule in an application that exists already': async (controllers, express) => ({
    app: express().use((await load(controllers)).middleware),
    prefix: '',
  }),
  'RestModule under a prefix, behind a body parser': async (controllers, express) => ({
    app: express().use('/shop/:v', express.json(), (await load(controllers)).middleware),
    prefix: '/shop/v1',
  }),
}

async function load(controllers: Readonly<Record<string, object>>): Promise<RouterHandlerMapping> {
  const mapping = new RouterHandlerMapping({
    routeFiles: () => routes,
    controllers,
    extensions: [new RestModule(options)],
    interceptors: [securityInterceptor],
  })
  await mapping.load()
  return mapping
}

const expressVersions: readonly [string, Express][] = [
  ['Express 5', express5],
  ['Express 4', createRequire(import.meta.url)('express4') as Express],
]

const admin = { 'x-role': 'ROLE_ADMIN' }
const merge = { 'content-type': 'application/json', ...admin }

describe.each(
  Object.entries(setups).flatMap(([name, setUp]) =>
    expressVersions.map(([version, express]) => [name, version, setUp, express] as const),
  ),
)('%s, on %s', (_name, _version, setUp, express) => {
  async function using(
    use: (server: RunningServer, prefix: string, repository: MemoryRepository<Book, number>) => Promise<void>,
  ): Promise<void> {
    const { repository, controllers } = parts()
    await repository.insert(dune())
    const { app, prefix } = await setUp(controllers, express)
    const server = await start(app)
    try {
      await use(server, prefix, repository)
    } finally {
      await server.close()
    }
  }

  test.each(kinds)('the guard and the view of the method apply to %s', async (_kind, path) =>
    using(async (server, prefix) => {
      const target = prefix + path.replace('*', '1')
      const refused = await server.get(target)
      expect([refused.status, refused.text]).toEqual([403, 'Forbidden'])
      const answer = await server.get(target, admin)
      expect([answer.status, answer.text]).toEqual([200, '{"id":1,"title":"Dune"}'])
      const xml = await server.get(target, { ...admin, accept: 'application/xml' })
      expect(xml.text).toContain('<Book><id>1</id><title>Dune</title></Book>')
    }),
  )

  test.each(kinds)('the advice and the error table answer errors of %s', async (_kind, path) =>
    using(async (server, prefix) => {
      const at = (id: string): string => prefix + path.replace('*', id)
      const loan = await server.get(at('loan'), admin)
      expect([loan.status, loan.text, loan.headers['retry-after']]).toEqual([
        409,
        '{"until":"2030-01-01"}',
        '3600',
      ])
      for (const [status, { name }] of statuses) {
        const answer = await server.get(at(name), admin)
        expect([name, answer.status, JSON.parse(answer.text)]).toEqual([
          name,
          status,
          expect.objectContaining({ code: status, developerMessage: null }),
        ])
        expect(answer.text).toContain(status < 500 ? 'as asked' : 'request id')
      }
    }),
  )

  test('a write without the role of its guard is refused on every path', async () =>
    using(async (server, prefix, repository) => {
      const refusals = { '/books/1': 403, '/bookController/delete/1': 403, '/BOOKCONTROLLER/DELETE/1': 404 }
      for (const [path, refusal] of Object.entries(refusals)) {
        const { status } = await server.call({ method: 'DELETE', path: prefix + path })
        expect([path, status, await repository.count()]).toEqual([path, refusal, 1])
      }
      const { status } = await server.call({ method: 'DELETE', path: `${prefix}/books/1`, headers: admin })
      expect([status, await repository.count()]).toEqual([204, 0])
    }))

  test('requests reach only actions, not other members of a controller', async () =>
    using(async (server, prefix, repository) => {
      const names =
        'setRepository identifierOf constructor _private accessor toString __proto__ operations repository entity methods deleteAllEntities'
      for (const name of names.split(' '))
        for (const method of ['GET', 'POST', 'DELETE']) {
          const path = `${prefix}/bookController/${name}/1`
          expect([name, (await server.call({ method, path, headers: admin })).status]).toEqual([name, 404])
        }
      expect((await server.get(`${prefix}/pageController/injected/1`)).status).toBe(404)
      expect(await repository.count()).toBe(1)
    }))

  test('a hidden field is not in an answer, however the action sends the entity', async () =>
    using(async (server, prefix) => {
      for (const path of [
        '/books/whole',
        '/shown/express',
        '/shown/sent',
        '/shown/text',
        '/shown/returned',
      ]) {
        const { status, text } = await server.get(prefix + path)
        expect([path, status]).toEqual([path, 200])
        expect(text).toContain('Dune')
        expect(text).not.toContain('PASSWORD')
        expect(text).not.toContain('secret')
      }
    }))

  test('the generic endpoints create, link pages, refuse bad requests and are documented', async () =>
    using(async (server, prefix) => {
      const created = await server.post(`${prefix}/books`, { title: 'Emma', price: 5, secret: 's' })
      const found = await server.get(`${prefix}/books/2`, admin)
      expect([created.status, found.text]).toEqual([201, '{"id":2,"title":"Emma"}'])
      const page = await server.get(`${prefix}/books?size=1`)
      expect(page.headers['link']).toContain(`<${prefix}/books?size=1&page=2>; rel="next"`)
      const wrong = await server.call({ method: 'DELETE', path: `${prefix}/books` })
      expect([wrong.status, wrong.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
      const asked = await server.call({ method: 'OPTIONS', path: `${prefix}/books` })
      expect([asked.status, asked.headers.allow]).toEqual([204, 'GET, HEAD, POST'])
      const bad = await server.call({ method: 'PUT', path: `${prefix}/books/2`, headers: merge, body: [1] })
      expect([bad.status, JSON.parse(bad.text).code]).toEqual([400, 400])
      const document = await server.get(`${prefix}/api/openapi.json`)
      expect(Object.keys(JSON.parse(document.text).paths)).toEqual(
        expect.arrayContaining(['/books', '/books/{id}', '/books/{id}/custom']),
      )
    }))
})
