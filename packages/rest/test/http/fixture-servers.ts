import {
  createWebServer,
  defineEntity,
  type EntityDefinition,
  EntityExistsException,
  EntityNotFoundException,
  IllegalArgumentException,
  JsonView,
  CrudServiceImpl,
  NotAcceptableException,
  NotFoundException,
  NotImplementedException,
  ObjectNotFoundException,
  type PagingAndSortingRepository,
  Page,
  RepositoryBasedRestController,
  RequestMapping,
  ServiceBasedRestController,
  serializerModule,
  ValidationException,
  type WebServer,
  type WebServerOptions,
} from '@mvc-router/rest'
import { Params, pathVariable, requestParam } from '@mvc-router/router-core/express'

/** Defines the entity of a controller. Each controller has the same entity, but its own table. */
export function defineSample(table: string): EntityDefinition<Sample, number> {
  return defineEntity({ name: 'Sample', table, key: { id: 'integer' }, fields: { name: 'string?' } })
}

export interface Sample {
  id: number
  name: string | null
}

export type SampleRepository = PagingAndSortingRepository<Sample, number> & {
  findOneBy(values: Partial<Sample>): Promise<Sample | undefined>
}

const NotNullModel = defineEntity({
  name: 'NotNullModel',
  key: { id: 'integer' },
  fields: { field: 'string' },
})

class SampleService extends CrudServiceImpl<Sample, number, SampleRepository> {}

@RequestMapping('/repository-based')
class RepositoryBasedController extends RepositoryBasedRestController<Sample, number, SampleRepository> {}

@RequestMapping('/service-based')
class ServiceBasedController extends ServiceBasedRestController<Sample, number, SampleService> {}

@RequestMapping('/sluggable-repository-based')
class SluggableRepositoryBasedController extends RepositoryBasedRestController<
  Sample,
  number,
  SampleRepository
> {
  override async findById(slug: string): Promise<Sample> {
    const found = await this.repository.findOneBy({ name: slug })
    if (found === undefined) throw new NotFoundException(`There is no sample "${slug}"`)
    return found
  }
}

@RequestMapping('/sluggable-service-based')
class SluggableServiceBasedController extends ServiceBasedRestController<Sample, number, SampleService> {
  override async findById(slug: string): Promise<Sample> {
    const found = (await this.service.findAll()).find(({ name }) => name === slug)
    if (found === undefined) throw new NotFoundException(`There is no sample "${slug}"`)
    return found
  }
}

class SummaryView {}

export class Book {
  @JsonView(SummaryView)
  readonly id: number
  readonly title: string
  @JsonView(SummaryView)
  readonly author: string
  readonly review: string

  constructor(id: number, title: string, author: string, review: string) {
    this.id = id
    this.title = title
    this.author = author
    this.review = review
  }
}

const books: readonly Book[] = [
  new Book(1, 'Effective Java', 'Joshua Bloch', 'Essential'),
  new Book(2, 'Breaking Dawn', 'Stephanie Myers', 'Just terrible'),
]

class BookController {
  list(): readonly Book[] {
    return books
  }

  @Params(pathVariable('id', Number))
  find(id: number): Book {
    const found = books.find((book) => book.id === id)
    if (found === undefined) throw new NotFoundException('There is no such book')
    return found
  }

  @JsonView(SummaryView)
  @Params(pathVariable('id', Number))
  findSummary(id: number): Book {
    return this.find(id)
  }

  @JsonView(SummaryView)
  @Params(requestParam('page'))
  findSummaries(page: string | undefined): readonly Book[] | Page<Book> {
    return page === 'no' ? books : new Page(books, { number: 0, size: 10, totalElements: books.length })
  }
}

const exceptions = new Map<string, () => Error>([
  ['illegal-argument-exception', () => new IllegalArgumentException('illegal')],
  ['validation-exception', () => new ValidationException('invalid')],
  ['not-found-exception', () => new NotFoundException('not found')],
  ['entity-not-found-exception', () => new EntityNotFoundException('not found')],
  ['object-not-found-exception', () => new ObjectNotFoundException('not found')],
  ['not-implemented-exception', () => new NotImplementedException('not implemented')],
  ['entity-exists-exception', () => new EntityExistsException('exists')],
  ['default-spring-exception', () => new NotAcceptableException('not acceptable')],
  ['exception', () => new Error('secret')],
])

class ExceptionController {
  @Params(pathVariable('name'))
  test(name: string): never {
    throw exceptions.get(name)?.() ?? new NotFoundException('There is no such exception')
  }
}

class DotController {
  @Params(pathVariable('param'))
  show(param: string): string {
    return param
  }
}

const routes = `
GET /book                     bookController.list
GET /book/summaries           bookController.findSummaries
GET /book/{id}                bookController.find
GET /book/{id}/summary        bookController.findSummary
GET /exception/test-{name}    exceptionController.test
GET /dot/dot.{param}          dotController.show
GET /dot/{param}              dotController.show
`

const bookText = serializerModule({
  type: Book,
  serialize: (book) => `${book.title} written by ${book.author}`,
})

/** The options of each server of `fixtures/rest.json`. */
export const fixtureServers: ReadonlyMap<string, WebServerOptions> = new Map<string, WebServerOptions>([
  [
    'default',
    {
      profiles: ['vendor-web-server', 'vendor-client-logging', 'vendor-validation'],
      clientLog: { strategy: { log: () => undefined } },
      validation: {
        models: {
          'org.resthub.web.validation.model.NotNullValidationModel': NotNullModel,
          'org.resthub.web.validation.model.NoConstraintsModel': defineSample('sample'),
        },
      },
    },
  ],
  ['module', { modules: [bookText] }],
  ['no-logging', {}],
  [
    'cors-example',
    {
      cors: {
        allowOrigin: 'http://example.com',
        supportedMethods: 'OPTIONS, GET, POST, PUT, DELETE, HEAD',
        supportedHeaders: 'Accept, Content-Type',
      },
    },
  ],
  ['cors-default', { cors: { supportedMethods: 'GET, POST, PUT, DELETE, HEAD, OPTIONS' } }],
  ['nosuffix', {}],
  ['regsuffix', {}],
])

/** The tables of the four generic controllers. */
export const sampleTables = [
  'repository_based',
  'service_based',
  'sluggable_repository_based',
  'sluggable_service_based',
] as const
export type SampleTable = (typeof sampleTables)[number]

export async function createFixtureServer(
  name: string,
  repositoryOf: (table: SampleTable) => SampleRepository,
): Promise<WebServer> {
  const options = fixtureServers.get(name)
  if (options === undefined) throw new Error(`The fixture has no server "${name}"`)
  const service = new SampleService()
  service.setRepository(repositoryOf('service_based'))
  const serviceBased = new ServiceBasedController()
  serviceBased.setService(service)
  const sluggableService = new SampleService()
  sluggableService.setRepository(repositoryOf('sluggable_service_based'))
  const sluggableServiceBased = new SluggableServiceBasedController()
  sluggableServiceBased.setService(sluggableService)
  return await createWebServer({
    logError: () => undefined,
    ...options,
    routes,
    controllers: [
      new RepositoryBasedController(repositoryOf('repository_based')),
      serviceBased,
      new SluggableRepositoryBasedController(repositoryOf('sluggable_repository_based')),
      sluggableServiceBased,
      new BookController(),
      new ExceptionController(),
      new DotController(),
    ],
  })
}
