import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityDefinition,
  type EntityOf,
  JsonView,
  type PagingAndSortingRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { freshTable } from '../databases.js'
import { describeStores, type Stores } from '../stores.js'
import { type RunningServer, start } from './http-client.js'
import { startUsers } from './user-server.js'

class ListView {}
class DetailView extends ListView {}

const Author = defineEntity({
  name: 'Author',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { name: { type: 'string', maxLength: 100 } },
  views: { id: ListView, name: ListView },
})

const Book = defineEntity({
  name: 'Book',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', maxLength: 100 },
    year: 'integer?',
    stock: 'bigint?',
    lent: 'boolean?',
    bought: 'datetime?',
    price: { type: 'integer?' },
    secret: { type: 'string?', hidden: true, maxLength: 100 },
    data: 'json?',
    authorId: { type: 'integer?', references: (): EntityDefinition => Author },
  },
  relations: { author: { entity: (): EntityDefinition => Author, by: 'authorId' } },
  views: {
    id: ListView,
    title: ListView,
    year: ListView,
    stock: ListView,
    lent: ListView,
    bought: ListView,
    price: DetailView,
    data: DetailView,
    authorId: ListView,
    author: ListView,
  },
})
type Author = EntityOf<typeof Author>
type Book = EntityOf<typeof Book>

@JsonView(DetailView)
@RequestMapping('/books')
class BookController extends RepositoryBasedRestController<Book, number> {
  override readonly filters = {
    id: ['gt', 'lt'],
    title: ['eq', 'ne', 'contains', 'startsWith', 'in'],
    year: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'null'],
    stock: ['eq'],
    lent: ['eq'],
    bought: ['lt'],
    price: ['eq'],
    secret: ['eq', 'startsWith'],
    authorId: ['eq', 'in'],
  } as const
  override readonly ignoredParameters = ['utm_source']

  @JsonView(ListView)
  override async findAll(...parameters: Parameters<RepositoryBasedRestController<Book, number>['findAll']>) {
    return super.findAll(...parameters)
  }
}

@RequestMapping('/uncounted')
class UncountedController extends RepositoryBasedRestController<Book, number> {
  override readonly totals = 'none'
}

@JsonView(ListView)
@RequestMapping('/authors')
class AuthorController extends RepositoryBasedRestController<Author, number> {
  override readonly nested

  constructor(repository: PagingAndSortingRepository<Author, number>, books: BookController) {
    super(repository)
    this.nested = { books }
  }
}

function describeLists(stores: () => Stores<{ authors: typeof Author; books: typeof Book }>): void {
  let server: RunningServer

  beforeAll(async () => {
    const { books, authors } = stores()
    const bookController = new BookController(books)
    const controllers = {
      bookController,
      authorController: new AuthorController(authors, bookController),
      uncountedController: new UncountedController(books),
    }
    server = await start(
      await createWebServer({ controllers, secretKey: 'a key of the application, 32 long' }),
    )
    for (const name of ['Frank', 'Ursula']) await authors.insert?.(Author.create({ name }))
    for (const [title, year, authorId] of rows)
      await books.insert?.(
        Book.create({
          title,
          year,
          authorId,
          secret: `s${title}`,
          price: 5,
          stock: 2n ** 60n,
          lent: year === 1965,
          bought: new Date('2024-02-29T12:00:00.001Z'),
        }),
      )
  })
  afterAll(async () => server.close())

  const get = async (path: string): Promise<{ content: Book[]; next?: string | null }> => {
    const answer = await server.get(path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`)
    return JSON.parse(answer.text) as { content: Book[] }
  }
  const titles = async (path: string): Promise<string> =>
    (await get(path)).content.map(({ title }) => title).join(' ')

  test('a list of names may be sent as a repeated parameter', async () => {
    for (const [repeated, joined] of [
      ['sort=-year&sort=title', 'sort=-year,title'],
      ['fields=id&fields=title', 'fields=id,title'],
      ['fields=&fields=id', 'fields=id'],
      ['include=author&include=author', 'include=author'],
    ])
      expect(await get(`/books?${repeated}`)).toEqual(await get(`/books?${joined}`))
  })

  test('a time with an unencoded + is refused, and the answer names %2B', async () => {
    const time = '2024-02-29T12:00:00'
    const lost = await server.get(`/books?bought[lt]=${time}+02:00`)
    expect([lost.status, lost.text]).toEqual([400, expect.stringContaining('written as %2B')])
    const other = await server.get(`/books?bought[lt]=${time}+x`)
    expect([other.status, other.text]).toEqual([400, expect.not.stringContaining('%2B')])
    expect((await server.get(`/books?bought[lt]=${time}%2B02:00`)).status).toBe(200)
  })

  test.each([
    ['year=1965', 'Dune Dune%'],
    ['year[eq]=1965', 'Dune Dune%'],
    ['year%5Bgte%5D=1969&sort=title', 'Ilium Left'],
    ['year[gt]=1965&year[lt]=2000', 'Left'],
    ['year[lte]=1965', 'Dune Dune%'],
    ['year[ne]=1965', 'Left Ilium dune'],
    ['year[null]=true', 'dune'],
    ['year[null]=false&sort=-id', 'Ilium Dune% Left Dune'],
    ['year[in]=1965,2003', 'Dune Dune% Ilium'],
    ['title[contains]=une', 'Dune Dune% dune'],
    ['title[contains]=%25', 'Dune%'],
    ['title[contains]=_', ''],
    ['title[contains]=', 'Dune Left Dune% Ilium dune'],
    ['title=', ''],
    ['title[startsWith]=D', 'Dune Dune%'],
    ['title[in]=Dune,dune', 'Dune dune'],
    ['title[in]=Dune&title[in]=Left', 'Dune Left'],
    ['title=Dune&year=1965&lent=true', 'Dune'],
    ['lent=false', 'Left Ilium dune'],
    ['stock=1152921504606846976&id[gt]=4', 'dune'],
    ['bought[lt]=2024-02-29T13:00:00.002%2B01:00', 'Dune Left Dune% Ilium dune'],
    ['bought[lt]=2024-02-29T12:00:00.001Z', ''],
    ['authorId[in]=2&utm_source=x', 'Left dune'],
    ['sort=-year,title', 'Ilium Left Dune Dune% dune'],
    ['sort=year,-title', 'dune Dune% Dune Left Ilium'],
    ['direction=desc&properties=year', 'Ilium Left Dune Dune% dune'],
  ])(
    'a list with the query ?%s has the matching rows and their count, and cursors lead through all these rows',
    async (query, expected) => {
      expect(await titles(`/books?${query}`)).toBe(expected)
      const counted = (await get(`/books?size=1&${query}`)) as unknown as { totalElements: number }
      expect(counted.totalElements).toBe(expected === '' ? 0 : expected.split(' ').length)
      const cursor = `/books?after=&size=2&${query.replace('direction=desc&properties=', 'sort=-')}`
      expect((await walk(cursor)).toSorted()).toEqual(expected.split(' ').filter(Boolean).toSorted())
    },
  )

  test.each([
    'year=',
    'year=x',
    'year=1.5',
    'year=1&year=2',
    'year[like]=1',
    'year[]=1',
    'year[gte=1',
    'year[gte][x]=1',
    'year[null]=yes',
    'year[in]=1,',
    `year[in]=${Array.from({ length: 201 }, (_, index) => index).join(',')}`,
    'title[gt]=a',
    'title=a%00b',
    'lent=1',
    'bought[lt]=yesterday',
    'stock=9223372036854775808',
    'secret=sDune',
    'secret[startsWith]=s',
    'sort=secret',
    'sort=data',
    'direction=asc&properties=secret',
    'fields=secret',
    'price=5',
    'sort=price',
    'fields=price',
    'author=1',
    'nobody=1',
    'constructor=1',
    '__proto__=1',
    'toString[eq]=1',
    'Year=1965',
    'include=secret',
    'include=nobody',
    'after=x',
    'after=AAAA',
    'after=&page=no',
    'after=&page=1',
    'size=1&after=&size=2',
  ])('a request for a list with the query ?%s is answered with 400', async (query) => {
    for (const path of ['/books', '/authors/1/books'])
      expect((await server.get(`${path}?${query}`)).status).toBe(400)
  })

  test('a list sends no Link header if the header would be longer than 4 kB', async () => {
    const linkOf = async (length: number): Promise<unknown> => {
      const { status, headers } = await server.get(`/books?size=1&utm_source=${'x'.repeat(length)}`)
      expect(status).toBe(200)
      return headers.link
    }
    expect(await linkOf(100)).toContain('x'.repeat(100))
    expect(await linkOf(3000)).toBeUndefined()
  })

  test('requests for one resource refuse unknown parameters with 400, except ignoredParameters', async () => {
    expect((await server.get('/books/1?utm_source=x')).status).toBe(200)
    expect((await server.get('/books/1?year=2000')).status).toBe(400)
    expect((await server.call({ method: 'DELETE', path: '/books/1?year=2000' })).status).toBe(400)
    expect((await server.post('/books?x=1', { title: 'x' })).status).toBe(400)
  })

  test('in each format, an answer has only the fields that the parameter fields lists', async () => {
    const { content } = await get('/books?fields=title,id&size=1')
    expect(JSON.stringify(content)).toBe('[{"id":1,"title":"Dune"}]')
    expect((await server.get('/books/1?fields=title')).text).toBe('{"title":"Dune"}')
    expect((await server.get('/books/1?fields=price')).text).toBe('{"price":5}')
    expect((await server.get('/books/1?fields=title', { accept: 'application/xml' })).text).toContain(
      '<Book><title>Dune</title></Book>',
    )
    expect(
      JSON.parse((await server.get('/books/1?fields=title', { accept: 'application/hal+json' })).text),
    ).toEqual({ title: 'Dune', _links: { self: { href: '/books/1' }, collection: { href: '/books' } } })
    expect((await server.get('/books/1?fields=')).text).toBe((await server.get('/books/1')).text)
  })

  test('include loads relations, and the view of the answer applies to these relations', async () => {
    const { content } = await get('/books?include=author&fields=id,author&size=2')
    expect(content).toEqual([
      { id: 1, author: { id: 1, name: 'Frank' } },
      { id: 2, author: { id: 2, name: 'Ursula' } },
    ])
    expect(JSON.parse((await server.get('/books/1?include=author')).text)).toMatchObject({
      title: 'Dune',
      author: { name: 'Frank' },
    })
    const ids = JSON.parse((await server.get('/books?ids[]=2&ids[]=1&include=author')).text) as Book[]
    expect(ids.map(({ id, author }) => [id, (author as Author).name])).toEqual([
      [2, 'Ursula'],
      [1, 'Frank'],
    ])
  })

  test('a list of ids[] can be filtered but not sorted, and an empty sort is ignored', async () => {
    for (const sort of ['', '&sort=', '&sort=&direction=&properties=&page=&size=']) {
      const found = JSON.parse((await server.get(`/books?ids[]=2&ids[]=1&year=1965${sort}`)).text) as Book[]
      expect(found.map(({ id }) => id)).toEqual([1])
    }
    for (const other of ['&sort=year', '&after='])
      expect((await server.get(`/books?ids[]=2${other}`)).status).toBe(400)
  })

  async function walk(path: string): Promise<string[]> {
    const found: string[] = []
    for (let url: string | undefined = path; url !== undefined;) {
      const answer = await server.get(url)
      if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.text}`)
      const body = JSON.parse(answer.text) as { content: Book[]; size: number; next: string | null }
      expect(Object.keys(body)).toEqual(['content', 'size', 'next'])
      found.push(...body.content.map(({ title }) => title))
      url = /^<([^>]*)>; rel="next"$/.exec(answer.headers.link as string)?.[1]
      expect(url === undefined).toBe(body.next === null)
    }
    return found
  }

  test.each(
    ['', 'title', '-title', 'year,-title', '-year', '-id', 'stock,lent,-bought'].map((sort) =>
      sort === '' ? sort : `&sort=${sort}`,
    ),
  )('cursors lead through all rows in the order of the list with the query "%s"', async (sort) => {
    const all = (await walk(`/books?after=&size=100${sort}`)).join()
    for (const size of [1, 2, 3]) expect((await walk(`/books?after=&size=${size}${sort}`)).join()).toBe(all)
  })

  test('rows with equal sort values are sorted by their keys, in the same direction', async () => {
    expect((await walk('/books?after=&sort=lent')).join(' ')).toBe('Left Ilium dune Dune Dune%')
    expect((await walk('/books?after=&sort=-lent')).join(' ')).toBe('Dune% Dune dune Ilium Left')
  })

  test('a cursor of another list or a changed cursor is answered with 400', async () => {
    const { next } = await get('/books?after=&size=2&sort=year')
    expect(next).toMatch(/^[\w-]+$/)
    expect((await get(`/books?size=1&sort=year&after=${next}`)).content).toHaveLength(1)
    for (const query of ['', '&sort=-year', '&sort=year,title', '&sort=year&title=Dune'])
      expect((await server.get(`/books?size=2&after=${next}${query}`)).status).toBe(400)
    for (const path of ['/uncounted', '/authors/1/books'])
      expect((await server.get(`${path}?sort=year&after=${next}`)).status).toBe(400)
    for (let index = 0; index < (next ?? '').length; index++) {
      const altered = `${next?.slice(0, index)}${next?.[index] === 'A' ? 'B' : 'A'}${next?.slice(index + 1)}`
      expect((await server.get(`/books?sort=year&after=${altered}`)).status).toBe(400)
    }
    expect((await server.get(`/books?sort=year&after=${next}A`)).status).toBe(400)
    expect((await server.get(`/books?sort=year&after=${next}=`)).status).toBe(400)
  })

  test('two equal requests for a list have the same cursor and ETag', async () => {
    const [first, second] = [
      await server.get('/books?after=&size=2'),
      await server.get('/books?after=&size=2'),
    ]
    expect(second?.text).toBe(first?.text)
    expect(second?.headers.etag).toBe(first?.headers.etag)
  })

  test('a nested list has the rows of one parent, and accepts all list parameters of its controller', async () => {
    expect(await titles('/authors/1/books')).toBe('Dune Dune%')
    expect(await titles('/authors/1/books?sort=-title&size=1')).toBe('Dune%')
    expect(await titles('/authors/1/books?title[startsWith]=Dune%25')).toBe('Dune%')
    expect(await titles('/authors/1/books?authorId=2')).toBe('')
    expect((await server.get('/authors/9/books')).status).toBe(404)
    expect((await server.get('/authors/x/books')).status).toBe(400)
    expect((await server.call({ method: 'POST', path: '/authors/1/books' })).status).toBe(405)
    expect((await walk('/authors/1/books?after=&size=1&sort=title')).join(' ')).toBe('Dune Dune%')
    const page = await server.get('/authors/2/books?page=1&size=1&title=&title[contains]=')
    expect(page.status).toBe(200)
    const links = await server.get('/authors/2/books?page=1&size=1')
    expect(links.headers.link).toContain('</authors/2/books?page=2&size=1>; rel="next"')
    const hal = await server.get('/authors/2/books?size=1', { accept: 'application/hal+json' })
    expect(JSON.parse(hal.text)).toMatchObject({
      _links: { self: { href: '/authors/2/books?size=1' } },
      _embedded: { item: [{ id: 2, _links: { self: { href: '/books/2' } } }] },
    })
  })

  test('a list with totals none has no totals, but links to the next page if there is one', async () => {
    const first = await server.get('/uncounted?size=2&sort=id')
    expect(JSON.parse(first.text)).toMatchObject({ size: 2, number: 0, numberOfElements: 2 })
    expect(first.text).not.toContain('total')
    expect(first.headers.link).toBe(
      '</uncounted?size=2&sort=id&page=1>; rel="first", </uncounted?size=2&sort=id&page=2>; rel="next"',
    )
    const last = await server.get('/uncounted?size=2&page=3')
    expect(last.headers.link).toBe(
      '</uncounted?size=2&page=1>; rel="first", </uncounted?size=2&page=2>; rel="prev"',
    )
    expect(JSON.parse((await server.get('/uncounted?size=2&page=9')).text)).toMatchObject({ content: [] })
    const xml = await server.get('/uncounted?size=1&fields=id', { accept: 'application/xml' })
    expect(xml.text).toMatch(/<Page><content><id>1<\/id><\/content><size>1<\/size><number>0<\/number>/)
  })
}

const rows = [
  ['Dune', 1965, 1],
  ['Left', 1969, 2],
  ['Dune%', 1965, 1],
  ['Ilium', 2003, null],
  ['dune', null, 2],
] as const

await describeStores('lists', { authors: Author, books: Book }, describeLists)

test('servers with the same secretKey accept a cursor, and other servers refuse the cursor', async () => {
  const servers = await Promise.all(
    ['a', 'a', 'b'].map(async (letter) => startUsers({ secretKey: letter.repeat(32) })),
  )
  for (const each of servers) for (const name of ['Ann', 'Bob']) await each.post('/users', { name })
  const [first] = servers
  const { next } = JSON.parse((await first?.get('/users?after=&size=1'))?.text ?? '{}') as { next: string }
  const answers = await Promise.all(servers.map(async (each) => each.get(`/users?after=${next}&size=1`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
  for (const each of servers) await each.close()
})
