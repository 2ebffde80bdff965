import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  answerTypes,
  createWebServer,
  defineEntity,
  type EntityOf,
  JsonView,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { Params, pathVariable, requestParam, ResponseStatus } from '@mvc-router/router-core/express'
import { expectFixture } from '../fixture.js'
import { type RunningServer, start } from './http-client.js'

class Short {}

const Author = defineEntity({
  name: 'Author',
  key: { id: 'integer' },
  fields: { name: { type: 'string', minLength: 2, maxLength: 20 }, born: 'date?' },
})

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', maxLength: 50 },
    isbn: { type: 'string?', unique: true, pattern: '[0-9-]{4,17}' },
    price: { type: 'decimal?', min: '0' },
    lent: { type: 'boolean', default: false },
    added: 'datetime?',
    tags: 'json?',
    secret: { type: 'string?', hidden: true },
    authorId: { type: 'integer?', references: () => Author },
  },
  relations: { author: { entity: () => Author, by: 'authorId' } },
  version: 'version',
  views: { id: Short, title: Short, price: Short, author: Short },
})
type Book = EntityOf<typeof Book>

@RequestMapping('/books')
class BookController extends RepositoryBasedRestController<Book, number> {
  override readonly deleteAll = true
  override readonly filters = { title: ['eq', 'startsWith'], price: ['gte', 'lt'], lent: ['eq'] } as const

  @JsonView(Short)
  override async findAll(...parameters: Parameters<RepositoryBasedRestController<Book, number>['findAll']>) {
    return super.findAll(...parameters)
  }

  @ResponseStatus(202)
  @Params(pathVariable('id', Number), requestParam('to'))
  async lend(id: number, to: string | undefined): Promise<object> {
    return { id, to: to ?? null }
  }
}

@RequestMapping('/authors')
class AuthorController extends RepositoryBasedRestController<EntityOf<typeof Author>, number> {
  override readonly totals = 'none'
  override readonly methods = ['findAll', 'findById', 'create', 'patch'] as const
  override readonly nested: Readonly<Record<string, BookController>>

  constructor(repository: MemoryRepository<EntityOf<typeof Author>, number>, books: BookController) {
    super(repository)
    this.nested = { books }
  }
}
answerTypes(BookController, { lend: Book })

const path = 'fixtures/conversation.http'

interface Exchange {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The text of the request in the file. */
  readonly request: string
}

/** Parses the text between `###` and the status line of the answer. */
function parseExchange(text: string): Exchange {
  const [title = '', ...rest] = text.split('\n')
  const request =
    rest
      .join('\n')
      .split(/^HTTP\/1\.1 /m, 1)[0]
      ?.trim() ?? ''
  const [head = '', ...body] = request.split('\n\n')
  const [line = '', ...headers] = head.split('\n')
  const [method = '', url = ''] = line.split(' ')
  return {
    title: title.trim(),
    method,
    path: url,
    headers: Object.fromEntries(headers.map((header) => header.split(/: (.*)/) as [string, string])),
    body: body.length === 0 ? undefined : body.join('\n\n'),
    request,
  }
}

const exchanges = readFileSync(path, 'utf8').split(/^### /m).slice(1).map(parseExchange)
const changing = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Removes the cursors and tags of an answer with a cursor, because each run encrypts cursors differently. */
function withoutCursors(text: string): string {
  if (!text.includes('"next":"')) return text
  return text.replaceAll(/("next":"|[?&]after=|etag: ")[^"&>]+/g, '$1…')
}

let server: RunningServer
beforeAll(async () => {
  const authors = new MemoryRepository<EntityOf<typeof Author>, number>(Author)
  const relations = { author: authors as unknown as MemoryRepository<object, unknown> }
  const bookController = new BookController(new MemoryRepository<Book, number>(Book, { relations }))
  const authorController = new AuthorController(authors, bookController)
  server = await start(
    await createWebServer({
      profiles: ['vendor-web-server', 'vendor-client-logging', 'vendor-validation'],
      controllers: { bookController, authorController },
      routes: 'POST /books/{<[0-9]+>id}/loans bookController.lend\n',
      clientLog: { strategy: { log: () => undefined } },
      cors: { allowOrigin: 'https://good.example', exposedHeaders: 'ETag, Location', maxAge: 60 },
      health: true,
      secretKey: 'a text that is the same in each run',
      documents: false,
      logError: () => undefined,
    }),
  )
})
afterAll(() => server.close())

test('a server answers as in fixtures/conversation.http', async () => {
  let text = ''
  for (const { title, request, method, path: url, headers, body } of exchanges) {
    const answer = await server.call({ method, path: url, headers, body })
    const sent = Object.entries(answer.headers)
      .filter(([name]) => !changing.has(name))
      .map(([name, value]) => `${name}: ${[value].flat().join(', ')}\n`)
    const shown = sent.join('') + (answer.text === '' ? '' : `\n${answer.text}\n`)
    text += `### ${title}\n${request}\n\nHTTP/1.1 ${answer.status}\n${withoutCursors(shown)}\n`
  }
  await expectFixture('conversation.http', text)
  expect(exchanges.length).toBeGreaterThan(50)
})
