import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityDefinition,
  type EntityOf,
  type PagingAndSortingRepository,
  RepositoryBasedRestController,
  type RequestContext,
  RequestMapping,
  UnauthorizedException,
} from '@mvc-router/rest'
import { Random } from '../random.js'
import { type Answer, type Call, type RunningServer, start } from './http-client.js'

export interface AttackedEntities {
  readonly Author: EntityDefinition<Author, number>
  readonly Book: EntityDefinition<Book, number>
}

interface Author {
  id: number
  tenant: string
  name: string
}

interface Book {
  id: number
  tenant: string
  title: string
  year: number | null
  authorId: number | null
}

/** Defines the entities with new tables. */
export function attackedEntities(freshTable: () => string): AttackedEntities {
  const Author = defineEntity({
    name: 'Author',
    table: freshTable(),
    key: { id: 'integer' },
    fields: { tenant: { type: 'string', maxLength: 20 }, name: { type: 'string', maxLength: 100 } },
    relations: { books: { entity: (): EntityDefinition => Book, by: 'authorId', many: true } },
  })
  const Book = defineEntity({
    name: 'Book',
    table: freshTable(),
    key: { id: 'integer' },
    fields: {
      tenant: { type: 'string', readOnly: true, maxLength: 20 },
      title: { type: 'string', maxLength: 100 },
      year: 'integer?',
      authorId: { type: 'integer?', references: (): EntityDefinition => Author },
    },
    relations: { author: { entity: (): EntityDefinition => Author, by: 'authorId' } },
    version: 'version',
  })
  return {
    Author: Author as EntityDefinition as EntityDefinition<Author, number>,
    Book: Book as EntityDefinition as EntityDefinition<EntityOf<typeof Book>, number>,
  }
}

export interface Stores {
  readonly authors: PagingAndSortingRepository<Author, number>
  readonly books: PagingAndSortingRepository<Book, number>
}

function tenantOf({ request }: RequestContext): string {
  const tenant = request.headers['x-tenant']
  if (typeof tenant === 'string') return tenant
  throw new UnauthorizedException('Who are you?')
}

@RequestMapping('/books')
class BookController extends RepositoryBasedRestController<Book, number> {
  override readonly deleteAll = true
  override readonly filters = {
    id: ['eq', 'ne', 'lt', 'gt', 'in'],
    tenant: ['eq', 'ne', 'in', 'startsWith'],
    title: ['eq', 'contains', 'startsWith'],
    year: ['eq', 'ne', 'lt', 'gte', 'in', 'null'],
    authorId: ['eq', 'in', 'null'],
  } as const

  protected override scope(context: RequestContext) {
    return { tenant: tenantOf(context) }
  }
}

/** Finds books by title, and ignores the context. */
@RequestMapping('/titles')
class TitleController extends BookController {
  override async findById(title: string): Promise<Book> {
    const [book] = await this.repository.findAll({ where: { title } })
    return book as Book
  }

  override identifierOf({ title }: Book): string {
    return title
  }
}

@RequestMapping('/authors')
class AuthorController extends RepositoryBasedRestController<Author, number> {
  override readonly filters = { name: ['eq', 'startsWith'], tenant: ['eq', 'ne'] } as const
  override readonly nested

  constructor(repository: PagingAndSortingRepository<Author, number>, books: BookController) {
    super(repository)
    this.nested = { books }
  }

  protected override async scope(context: RequestContext) {
    return { tenant: tenantOf(context) }
  }
}

async function startServer({ authors, books }: Stores): Promise<RunningServer> {
  const bookController = new BookController(books)
  return start(
    await createWebServer({
      controllers: {
        bookController,
        titleController: new TitleController(books),
        authorController: new AuthorController(authors, bookController),
      },
      secretKey: 'the same key for both of the servers',
      logError: () => undefined,
    }),
  )
}

const requestKeys = Array.from({ length: 8 }, (_, index) => `request-${index}`)

/** Matches texts and numbers that only rows of tenant b contain. */
const foreign = /FOREIGN|77777/

/**
 * Sends random requests of tenant a to two servers. The first server has rows of the tenants a and b, the second server only
 * rows of a. Equal answers mean that the first server shows no row of b. The rows of b must also stay unchanged.
 */
export function testScopeAttack(open: () => Promise<readonly [Stores, Stores]>, count: number): void {
  let servers: readonly RunningServer[]
  let stores: readonly [Stores, Stores]

  beforeAll(async () => {
    stores = await open()
    for (const store of stores) await fill(store)
    const [, alone] = stores
    await alone.books.deleteAll({ where: { tenant: 'b' } })
    await alone.authors.deleteAll({ where: { tenant: 'b' } })
    servers = [await startServer(stores[0]), await startServer(stores[1])]
    // Both tenants use the same idempotency keys, and their requests have no user.
    for (const server of servers)
      for (const key of requestKeys)
        await server.post('/books', { title: `FOREIGN ${key}` }, { 'x-tenant': 'b', 'idempotency-key': key })
    await alone.books.deleteAll({ where: { tenant: 'b' } })
  })
  afterAll(async () => {
    for (const server of servers) await server.close()
  })

  test(`${count} requests of one tenant neither see nor change rows of another tenant`, async () => {
    const rowsOfB = async (): Promise<unknown> => [
      await stores[0].books.findAll({ where: { tenant: 'b' } }),
      await stores[0].authors.findAll({ where: { tenant: 'b' } }),
    ]
    const before = await rowsOfB()
    const random = new Random(Number(process.env['FUZZ_SEED'] ?? 0))
    const seen = new Map<number, number>()
    const cursors = await cursorsOf(servers[0] as RunningServer, 'b')
    for (let index = 0; index < count; index++) {
      const call = randomCall(random, cursors)
      const [answer, expected] = await Promise.all(servers.map(async (server) => callAs(server, call)))
      if (answer === undefined || expected === undefined) throw new TypeError('no answer')
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      const what = `seed ${random.seed}, request ${index}: ${JSON.stringify(call)}`
      expect([what, comparable(answer)]).toEqual([what, comparable(expected)])
      if (!foreign.test(call.path)) expect([what, foreign.test(answer.text)]).toEqual([what, false])
      collectCursors(answer, cursors)
    }
    expect(await rowsOfB()).toEqual(before)
    // If each of these statuses occurs, the requests reached many parts of the server.
    const statuses = count < 2000 ? [200, 400, 404] : [200, 201, 204, 400, 403, 404, 409, 412]
    for (const status of statuses) expect([status, (seen.get(status) ?? 0) > 0]).toEqual([status, true])
    expect(seen.get(500)).toBeUndefined()
  })
}

async function callAs(server: RunningServer, { ifMatch, ...call }: RandomCall): Promise<Answer> {
  const headers: Record<string, string> = { ...call.headers, 'x-tenant': 'a' }
  if (ifMatch === 'own') {
    const { headers: found } = await server.get(call.path, { 'x-tenant': 'a' })
    if (found.etag !== undefined) headers['if-match'] = found.etag
  } else if (ifMatch !== undefined) headers['if-match'] = ifMatch
  return server.call({ ...call, headers })
}

function comparable({ status, headers, text }: Answer): unknown {
  const { location, link, allow, 'content-type': type } = headers
  return { status, text, location, link, allow, type }
}

async function fill({ authors, books }: Stores): Promise<void> {
  for (let index = 0; index < 12; index++) {
    const tenant = index % 2 === 0 ? 'a' : 'b'
    const name = tenant === 'a' ? `own ${index}` : `FOREIGN ${index}`
    const author = await authors.insert?.(authors.entity.create({ tenant, name }))
    for (let copy = 0; copy < 4; copy++) {
      const year = tenant === 'b' ? 77777 : copy === 0 ? null : 1990 + copy
      const values = { tenant, title: `${name}-${copy}`, year, authorId: author?.id ?? null }
      await books.insert?.(books.entity.create(values))
    }
  }
}

async function cursorsOf(server: RunningServer, tenant: string): Promise<string[]> {
  const cursors: string[] = []
  for (const path of ['/books?after=&size=2', '/books?after=&size=2&sort=-year', '/authors?after=&size=1'])
    collectCursors(await server.get(path, { 'x-tenant': tenant }), cursors)
  return cursors
}

function collectCursors({ text }: Answer, cursors: string[]): void {
  const cursor = /"next":"([\w-]+)"/.exec(text)?.[1]
  if (cursor === undefined) return
  cursors.push(cursor)
  if (cursors.length > 40) cursors.splice(6, 1)
}

interface RandomCall extends Call {
  readonly headers?: Readonly<Record<string, string>>
  readonly ifMatch?: string | undefined
}

function randomCall(random: Random, cursors: readonly string[]): RandomCall {
  const accept = random.pick([
    'application/json',
    'application/json',
    'application/xml',
    'application/hal+json',
  ])
  const headers = { accept }
  const id = random.integer(1, 52)
  const title = random.pick([`own ${id % 12}-${id % 4}`, `FOREIGN ${id % 12}-${id % 4}`])
  const item = random.pick([`/books/${id}`, `/authors/${id % 14}`, `/titles/${encodeURIComponent(title)}`])
  const authorId = random.pick([null, random.integer(1, 14)])
  const json = { ...headers, 'content-type': 'application/json' }
  const ifMatch = random.pick([undefined, undefined, undefined, 'own', '"1"', '"x"'])
  switch (random.integer(0, 13)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4:
      return {
        path: `${random.pick(['/books', '/titles', '/authors', `/authors/${id % 14}/books`])}${randomQuery(random, cursors)}`,
        headers,
      }
    case 5:
      return {
        path: `/books?${random.ids(1, 52)}${random.pick(['', '&include=author', '&year[gte]=0'])}`,
        headers,
      }
    case 6:
      return { path: `/authors?${random.ids(1, 14)}${random.pick(['', '&include=books'])}`, headers }
    case 7:
      return {
        path: `${item}${random.pick(['', '?include=author', '?include=books', '?fields=id'])}`,
        headers,
      }
    case 8:
      return {
        method: random.pick(['HEAD', 'OPTIONS', 'GET']),
        path: random.pick([item, item, '/books', `/authors/${id % 14}/books`, '/books?tenant=b']),
        headers: { ...headers, ...(ifMatch !== undefined && { 'if-none-match': ifMatch }) },
      }
    case 9: {
      const body = { id: random.pick([undefined, id]), tenant: 'b', title: `own new ${id}`, authorId }
      const key = random.pick([undefined, ...requestKeys])
      return {
        method: 'POST',
        path: '/books',
        headers: key === undefined ? json : { ...json, 'idempotency-key': key },
        body: key === undefined ? body : { title: `own ${key}`, authorId: random.pick([null, 1]) },
      }
    }
    case 10: {
      const body = { tenant: random.pick(['a', 'b', 'a']), name: `own new ${id}` }
      return {
        method: random.pick(['POST', 'PUT']),
        path: random.pick(['/authors', `/authors/${id % 14}`]),
        headers: json,
        body,
      }
    }
    case 11: {
      const body = {
        id: random.pick([undefined, id]),
        tenant: 'b',
        title: `own put ${id}`,
        year: 1991,
        authorId,
      }
      return { method: 'PUT', path: `/books/${id}`, headers: json, body, ifMatch }
    }
    case 12: {
      const body = random.pick([{ tenant: 'b' }, { name: 'own patched' }, { year: 1992 }, { authorId }])
      const patch = { ...headers, 'content-type': 'application/merge-patch+json' }
      return { method: 'PATCH', path: item, headers: patch, body, ifMatch }
    }
    default:
      if (random.integer(0, 60) === 0) return { method: 'DELETE', path: '/books', headers }
      return {
        method: 'DELETE',
        path: random.pick([`/books/${id}`, item]),
        headers,
        ifMatch: ifMatch ?? '"2"',
      }
  }
}

function randomQuery(random: Random, cursors: readonly string[]): string {
  const parts: string[] = []
  const filters = [
    'tenant=b',
    'tenant[ne]=a',
    'tenant[in]=a,b',
    'tenant[startsWith]=',
    'tenant=a',
    'year=77777',
    'year[ne]=1991',
    'year[gte]=1991',
    'year[null]=true',
    'title[contains]=FOREIGN',
    'title[startsWith]=own',
    'authorId[null]=false',
    'authorId[in]=1,2,3,4',
    'id[gt]=10',
    'id[in]=1,2,3,4,5,6,7,8,9',
    'name[startsWith]=F',
  ]
  while (random.integer(0, 2) === 0) parts.push(random.pick(filters))
  const sort = random.pick(['', '', 'sort=-year', 'sort=title', 'sort=-tenant,year', 'sort=-id', 'sort=name'])
  if (sort !== '') parts.push(sort)
  parts.push(
    ...random.pick([
      [],
      ['page=no'],
      [`page=${random.integer(1, 5)}`],
      ['after='],
      ['after=', 'size=2'],
      ['size=2', `after=${random.pick(cursors)}`],
    ]),
  )
  if (random.integer(0, 3) === 0) parts.push(random.pick(['include=author', 'include=books']))
  if (random.integer(0, 5) === 0)
    parts.push(random.pick(['fields=id', 'fields=id,tenant', 'fields=title,author']))
  return `?${parts.join('&')}`
}
