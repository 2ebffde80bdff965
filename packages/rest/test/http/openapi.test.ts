import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import {
  answerTypes,
  createWebServer,
  defineEntity,
  defineModel,
  type EntityOf,
  JsonView,
  jsonViews,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { Params, pathVariable, requestParam } from '@mvc-router/router-core/express'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type RunningServer, start } from './http-client.js'
import { User, UserController } from './user-server.js'

class SummaryView {}

const Article = defineEntity({
  name: 'Article',
  key: { slug: 'string' },
  fields: {
    title: { type: 'string', maxLength: 100, description: 'What it is about' },
    author: { type: 'integer', references: () => User },
    password: { type: 'string?', hidden: true },
    created: { type: 'datetime', readOnly: true },
    size: 'bigint?',
    tags: 'json?',
    code: 'uuid?',
    day: 'date?',
    price: 'number?',
    open: { type: 'boolean', default: true },
  },
  relations: { writer: { entity: () => User, by: 'author' } },
  views: { slug: SummaryView, title: SummaryView, writer: SummaryView },
  version: 'version',
})

@JsonView(SummaryView)
@RequestMapping('/articles')
class ArticleController extends RepositoryBasedRestController<object, string> {
  override readonly deleteAll = true

  @Params(pathVariable('slug'), requestParam('reason'))
  publish(_slug: string, _reason: string | undefined): void {}
}

let server: RunningServer | undefined
const nodeEnv = process.env['NODE_ENV']

afterEach(async () => {
  await server?.close()
  process.env['NODE_ENV'] = nodeEnv
})

async function startDocumented(documents?: boolean): Promise<RunningServer> {
  const app = await createWebServer({
    profiles: ['vendor-web-server', 'vendor-client-logging', 'vendor-validation'],
    clientLog: { strategy: { log: () => undefined } },
    controllers: [
      new ArticleController(new MemoryRepository<object, string>(Article as never)),
      new UserController(new MemoryRepository(User)),
    ],
    routes:
      'POST /articles/{<[a-z]+>slug}/publication articleController.publish\n+ hidden\nGET /internal articleController.publish',
    ...(documents === undefined
      ? {}
      : { documents: documents ? { title: 'Library', version: '2.0.0' } : false }),
  })
  server = await start(app)
  return server
}

test('the OpenAPI document is valid OpenAPI 3.1 and has the paths of all endpoints that are not hidden', async () => {
  const running = await startDocumented(true)
  const { status, text, headers } = await running.get('/api/openapi.json')
  expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  const document = JSON.parse(text)
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Library', version: '2.0.0' },
    servers: [{ url: '/' }],
  })
  expect(Object.keys(document.paths)).toEqual([
    '/articles/{slug}/publication',
    '/api/log',
    '/api/logs',
    '/api/validation/{model}',
    '/articles',
    '/articles/{id}',
    '/users',
    '/users/{id}',
  ])
  expect(Object.keys(document.paths['/articles'])).toEqual(['get', 'head', 'post', 'delete'])
  expect(Object.keys(document.paths['/users'])).toEqual(['get', 'head', 'post'])
  expect(Object.keys(document.paths['/users/{id}'])).toEqual(['get', 'head', 'put', 'patch', 'delete'])
})

test('the schemas and parameters of the OpenAPI document follow the declaration of an entity', async () => {
  const running = await startDocumented(true)
  const { components, paths } = JSON.parse((await running.get('/api/openapi.json')).text)
  const { Article: output, ArticleInput: input, 'Article.SummaryView': summary } = components.schemas
  expect(output.properties).not.toHaveProperty('password')
  expect(output.properties).toMatchObject({
    title: { type: 'string', maxLength: 100, description: 'What it is about' },
    created: { type: 'string', format: 'date-time', readOnly: true },
    price: { type: ['number', 'null'] },
    writer: { anyOf: [{ $ref: '#/components/schemas/User' }, { type: 'null' }] },
  })
  expect(Object.keys(summary.properties)).toEqual(['slug', 'title', 'writer'])
  expect(summary.properties.writer).toMatchObject({
    anyOf: [{ $ref: '#/components/schemas/User.SummaryView' }, { type: 'null' }],
  })
  expect(input.required).toEqual(['slug', 'title', 'author'])
  expect(Object.keys(input.properties)).not.toContain('created')
  expect(input.properties.password).toMatchObject({ writeOnly: true })
  expect(output.properties.open).toEqual({ type: 'boolean' })
  expect(input.properties.open).toEqual({ type: ['boolean', 'null'] })
  expect(components.schemas.ArticlePatch.properties.open).toEqual({ type: ['boolean', 'null'] })
  expect(paths['/articles/{id}'].get.responses['200'].content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/Article.SummaryView',
  })
  expect(paths['/users/{id}'].get.parameters[0]).toMatchObject({
    name: 'id',
    in: 'path',
    schema: { type: 'integer' },
  })
  const parameters: { name: string; schema: { items: { enum: string[] } } }[] = paths['/users'].get.parameters
  const namesOf = (name: string): unknown => parameters.find((one) => one.name === name)?.schema.items.enum
  expect(namesOf('fields')).toEqual(['id', 'name', 'email', 'age', 'born', 'extra'])
  expect(namesOf('properties')).toEqual(['id', 'name', 'email', 'age', 'born'])
  expect(paths['/articles/{slug}/publication'].post.parameters).toMatchObject([
    { name: 'slug', in: 'path', schema: { type: 'string', pattern: '^(?:[a-z]+)$' } },
    { name: 'reason', in: 'query' },
  ])
})

test('in the OpenAPI document, parameters with a meaning of their own, such as page and If-Match, have descriptions, and others have none', async () => {
  const running = await startDocumented(true)
  const { text } = await running.get('/api/openapi.json')
  const { paths } = JSON.parse(text)
  const described = [paths['/users'].get, paths['/users'].post, paths['/articles/{id}'].put]
    .flatMap(({ parameters = [] }) => parameters as { name: string; description?: string }[])
    .flatMap(({ name, description }) => (description === undefined ? [] : [name]))
  const ofList = 'If-None-Match, If-Match, page, after, sort, fields'
  expect(described.join(', ')).toBe(`${ofList}, Idempotency-Key, If-Match`)
  expect(text).not.toContain('"description":""')
})

test('the OpenAPI document has the default and the maximum of the parameter size', async () => {
  @RequestMapping('/shelves')
  class ShelfController extends UserController {
    override readonly defaultSize: number = 5
  }
  class SmallController extends ShelfController {
    readonly requestMapping = '/small'
    override readonly maxSize = 3
  }
  const rows = new MemoryRepository(User)
  const controllers = [new ShelfController(rows), new SmallController(rows)]
  server = await start(await createWebServer({ controllers, documents: true }))
  const { paths } = JSON.parse((await server.get('/api/openapi.json')).text)
  const sizeOf = (path: string): unknown =>
    paths[path].get.parameters.find(({ name }: { name: string }) => name === 'size').schema
  expect(sizeOf('/shelves')).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 5 })
  expect(sizeOf('/small')).toEqual({ type: 'integer', minimum: 1, maximum: 3, default: 3 })
})

test('an endpoint overridden with @Params has these parameters in the OpenAPI document', async () => {
  @RequestMapping('/searched')
  class SearchController extends UserController {
    override readonly methods = ['findAll', 'findById'] as const

    @Params(pathVariable('id'), requestParam('language'))
    override async findById(id: string): Promise<User> {
      return super.findById(id)
    }
  }
  const searchController = new SearchController(new MemoryRepository(User))
  server = await start(await createWebServer({ controllers: { searchController }, documents: true }))
  const { paths } = JSON.parse((await server.get('/api/openapi.json')).text)
  const names = paths['/searched/{id}'].get.parameters.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['id', 'language'])
})

test('a view on the class of an entity applies to the schema and the answers', async () => {
  const Sheet = defineEntity({
    name: 'Sheet',
    key: { id: 'integer' },
    fields: { title: 'string', text: 'string' },
  })
  jsonViews(Sheet.type, { properties: { id: SummaryView, title: SummaryView } })
  @JsonView(SummaryView)
  @RequestMapping('/sheets')
  class SheetController extends RepositoryBasedRestController<EntityOf<typeof Sheet>, number> {}
  const sheetController = new SheetController(new MemoryRepository(Sheet))
  server = await start(await createWebServer({ controllers: { sheetController }, documents: true }))
  const { text } = await server.post('/sheets', { title: 'a', text: 'b' })
  const { components } = JSON.parse((await server.get('/api/openapi.json')).text)
  const names = Object.keys(components.schemas['Sheet.SummaryView'].properties)
  expect(names).toEqual(Object.keys(JSON.parse(text) as object))
  expect(names).toEqual(['id', 'title'])
})

test('the OpenAPI document has the header If-Match, which is required only for writes with requireIfMatch', async () => {
  @RequestMapping('/strict')
  class StrictController extends UserController {
    override readonly deleteAll = true
    override readonly requireIfMatch = true
  }
  const controllers = {
    users: new UserController(new MemoryRepository(User)),
    strict: new StrictController(new MemoryRepository(User)),
  }
  server = await start(await createWebServer({ controllers, documents: true }))
  const { paths } = JSON.parse((await server.get('/api/openapi.json')).text) as {
    paths: Record<string, Record<string, { parameters?: { name: string; required?: boolean }[] }>>
  }
  const needsTag = (method: string, path: string): boolean | undefined => {
    const tag = paths[path]?.[method]?.parameters?.find(({ name }) => name === 'If-Match')
    return tag && tag.required === true
  }
  for (const method of ['put', 'patch', 'delete'])
    expect([needsTag(method, '/users/{id}'), needsTag(method, '/strict/{id}')]).toEqual([false, true])
  expect(needsTag('delete', '/strict')).toBe(true)
  for (const path of ['/users', '/strict', '/users/{id}', '/strict/{id}'])
    expect([needsTag('get', path), needsTag('head', path)]).toEqual([false, false])
  expect(needsTag('post', '/strict')).toBeUndefined()
})

test('the OpenAPI document has the rules of a field', async () => {
  const Ruled = defineEntity({
    name: 'Ruled',
    key: { id: 'integer' },
    fields: {
      code: { type: 'string', minLength: 2, maxLength: 9, pattern: '[a-z]+' },
      note: { type: 'string?', notEmpty: true, maxLength: 9 },
      name: { type: 'string', notBlank: true, maxLength: 9 },
      site: { type: 'string?', format: 'url', maxLength: 90 },
      count: { type: 'integer', min: 1, max: 7 },
      share: { type: 'number?', max: 0.5 },
      size: { type: 'string', enum: ['s', 'm'], maxLength: 1 },
    },
  })
  @RequestMapping('/ruled')
  class RuledController extends RepositoryBasedRestController<EntityOf<typeof Ruled>, number> {}
  const ruled = new RuledController(new MemoryRepository(Ruled))
  server = await start(await createWebServer({ controllers: { ruled }, documents: true }))
  const { components } = JSON.parse((await server.get('/api/openapi.json')).text)
  expect(components.schemas.RuledInput.properties).toEqual({
    code: { type: 'string', minLength: 2, maxLength: 9, pattern: '^(?:[a-z]+)$' },
    note: { type: ['string', 'null'], minLength: 1, maxLength: 9 },
    name: { type: 'string', maxLength: 9, pattern: String.raw`\S` },
    site: { type: ['string', 'null'], maxLength: 90, format: 'uri' },
    count: { type: 'integer', minimum: 1, maximum: 7 },
    share: { type: ['number', 'null'], maximum: 0.5 },
    size: { type: 'string', maxLength: 1, enum: ['s', 'm'] },
  })
})

test('a null in a body sets a field with a default to its default', async () => {
  const Lamp = defineEntity({
    name: 'Lamp',
    key: { id: 'integer' },
    fields: { lit: { type: 'boolean', default: true } },
  })
  @RequestMapping('/lamps')
  class LampController extends RepositoryBasedRestController<EntityOf<typeof Lamp>, number> {}
  const lampController = new LampController(new MemoryRepository(Lamp))
  server = await start(await createWebServer({ controllers: { lampController } }))
  const lit = [201, '{"id":1,"lit":true}']
  const created = await server.post('/lamps', { lit: null })
  expect([created.status, created.text]).toEqual(lit)
  for (const [method, type] of [
    ['PUT', 'application/json'],
    ['PATCH', 'application/merge-patch+json'],
  ] as const) {
    const headers = { 'content-type': type }
    const dark = await server.call({ method, path: '/lamps/1', headers, body: { lit: false } })
    expect(dark.text).toBe('{"id":1,"lit":false}')
    const { text } = await server.call({ method, path: '/lamps/1', headers, body: { lit: null } })
    expect(text).toBe(lit[1])
  }
})

test('the client log accepts exactly the records that the schema in the OpenAPI document allows', async () => {
  const running = await startDocumented()
  const { paths } = JSON.parse((await running.get('/api/openapi.json')).text)
  const ajv = new Ajv2020({ strict: false })
  formats.default(ajv as never)
  const [isValid, areValid] = ['/api/log', '/api/logs'].map((path) => {
    const { requestBody, responses } = paths[path].post
    expect(Object.keys(responses)).toEqual(['200', '400', '413', '415', '429', 'default'])
    expect(requestBody.required).toBe(true)
    return ajv.compile(requestBody.content['application/json'].schema)
  })
  const record = { level: 'info', message: 'm', time: '2012-11-13T08:18:52.972Z' }
  const long = 'x'.repeat(8193)
  const others = {
    level: ['WARN', undefined, 5],
    message: ['', long.slice(1), long, undefined, 5],
    time: ['soon', 0, 8.64e15, 8.64e15 + 2, -1, 1.5, undefined, null],
    context: [null, 'c', '', long.slice(1), long, 5],
    other: [5],
  }
  const records = Object.entries(others).flatMap(([name, values]) =>
    values.map((value) => ({ ...record, [name]: value })),
  )
  const agent = { 'user-agent': 'a' }
  for (const given of [record, ...records]) {
    const body: object = JSON.parse(JSON.stringify(given))
    const { status } = await running.post('/api/log', body, agent)
    const batch = await running.post('/api/logs', [record, body], agent)
    const expected = isValid?.(body) ? 200 : 400
    expect([given, status, batch.status]).toEqual([given, expected, expected])
    expect([given, areValid?.([record, body])]).toEqual([given, expected === 200])
  }
  for (const [count, isAllowed] of [
    [100, true],
    [101, false],
  ] as const)
    expect(areValid?.(Array.from({ length: count }, () => record))).toBe(isAllowed)
})

test('the documentation page loads only files of the server, and its content security policy forbids all other files', async () => {
  const running = await startDocumented()
  const page = await running.get('/api/docs')
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.text).not.toMatch(/https?:|<script>/)
  for (const [, file = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) {
    expect([file, (await running.get(`/api/${file}`)).status]).toEqual([file, 200])
  }
  expect((await running.get('/api/docs/start.js')).text).toContain("url: 'openapi.json'")
  for (const path of ['/api/docs/package.json', '/api/docs/..%2Fpackage.json', '/api/docs/__proto__']) {
    expect((await running.get(path)).status).toBe(404)
  }
})

test('a client that disconnects while it loads the documentation page causes no logged error', async () => {
  const program = `
    import { createWebServer } from '@mvc-router/rest'
    const logError = ({ stack }) => console.log(stack)
    const server = (await createWebServer({ documents: true, logError })).listen(0, '127.0.0.1', () => console.log(server.address().port))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(process.cwd(), 'packages/rest'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let printed = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await once(child.stdout, 'data')
    const port = printed.trim()
    for (let left = 0; left < 5; left++) {
      const socket = connect(Number(port), '127.0.0.1')
      socket.write('GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    const [answer] = (await once(get(`http://127.0.0.1:${port}/api/openapi.json`), 'response')) as [
      IncomingMessage,
    ]
    answer.destroy()
    expect([answer.statusCode, child.exitCode, printed.trim()]).toEqual([200, null, port])
  } finally {
    child.kill('SIGKILL')
  }
})

test('in production there is no OpenAPI document and no documentation page, unless the option documents is set', async () => {
  process.env['NODE_ENV'] = 'production'
  const running = await startDocumented()
  expect((await running.get('/api/openapi.json')).status).toBe(404)
  expect((await running.get('/api/docs')).status).toBe(404)
  await running.close()
  expect((await (await startDocumented(true)).get('/api/openapi.json')).status).toBe(200)
})

test('documents: false removes the OpenAPI document and the documentation page', async () => {
  const running = await startDocumented(false)
  expect((await running.get('/api/openapi.json')).status).toBe(404)
  expect((await running.get('/api/docs')).status).toBe(404)
})

test.each(['yes', {}, { title: 'Library' }])('the option documents: %j is refused', async (documents) => {
  await expect(createWebServer({ documents: documents as never })).rejects.toThrow(
    'documents: expected true, false or { title, version }',
  )
})

const Shelf = defineEntity({ name: 'Shelf', key: { id: 'integer' }, fields: { label: 'string' } })
const Copy = defineEntity({
  name: 'Copy',
  key: { id: 'integer' },
  fields: { shelfId: { type: 'integer', references: () => Shelf } },
})

@RequestMapping('/copies')
class CopyController extends RepositoryBasedRestController<EntityOf<typeof Copy>, number> {
  override readonly requires = { findAll: ['reader'] }
}

@RequestMapping('/shelves')
class ShelfController extends RepositoryBasedRestController<EntityOf<typeof Shelf>, number> {
  override readonly requires = { findById: ['keeper', 'reader'] }
  override readonly nested

  constructor(copies: CopyController) {
    super(new MemoryRepository(Shelf))
    this.nested = { copies }
  }

  @Params()
  count(): object {
    return { count: 0 }
  }
}

test('a nested list needs the roles of findAll in its controller, and of findById in its parent; an action without roles needs no user', async () => {
  const copyController = new CopyController(new MemoryRepository(Copy))
  const app = await createWebServer({
    controllers: { copyController, shelfController: new ShelfController(copyController) },
    routes: 'GET /count shelfController.count',
    documents: {
      title: 'Library',
      version: '1',
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' }, key: { type: 'mutualTLS' } },
    },
  })
  const running = await start(app)
  const { paths } = JSON.parse((await running.get('/api/openapi.json')).text) as {
    readonly paths: Readonly<Record<string, { readonly get: { security: unknown; responses: object } }>>
  }
  const nested = paths['/shelves/{id}/copies']?.get
  const roles = ['reader', 'keeper']
  expect(nested?.security).toEqual([{ bearer: roles }, { key: roles }])
  expect(Object.keys(nested?.responses ?? {})).toEqual(expect.arrayContaining(['401', '403', '404']))
  expect(paths['/count']?.get.security).toEqual([{}, { bearer: [] }, { key: [] }])
  const statuses = ['/shelves/1/copies', '/count'].map(async (path) => (await running.get(path)).status)
  expect(await Promise.all(statuses)).toEqual([401, 200])
  await running.close()
})

/** Returns the schemas of a document, and the references to missing schemas. */
async function schemasOf(documented: Parameters<typeof createWebServer>[0]): Promise<{
  readonly schemas: Readonly<Record<string, { readonly properties: Readonly<Record<string, unknown>> }>>
  readonly referencesOf: (path: string) => readonly (string | undefined)[]
  readonly dangling: readonly (string | undefined)[]
}> {
  server = await start(await createWebServer({ documents: { title: 'Books', version: '1' }, ...documented }))
  const { paths, components } = JSON.parse((await server.get('/api/openapi.json')).text) as {
    readonly paths: Readonly<Record<string, unknown>>
    readonly components: { readonly schemas: Awaited<ReturnType<typeof schemasOf>>['schemas'] }
  }
  const { schemas } = components
  const references = (part: unknown): readonly (string | undefined)[] => {
    const found = JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]*)"/g)
    return Array.from(new Set(Array.from(found, ([, name]) => name)))
  }
  return {
    schemas,
    referencesOf: (path) => references(paths[path]),
    dangling: references({ paths, schemas }).filter((name = '') => !(name in schemas)),
  }
}

const formOne = defineModel({ name: 'Form', fields: { pages: 'integer' } })
const formTwo = defineModel({ name: 'Form', fields: { sheets: 'integer' } })
const BookOne = defineEntity({
  name: 'Book',
  table: 'books_1',
  key: { id: 'integer' },
  fields: { title: 'string', form: { type: 'json', model: formOne } },
})
const BookTwo = defineEntity({
  name: 'Book',
  table: 'books_2',
  key: { id: 'integer' },
  fields: { heading: 'string', form: { type: 'json', model: formTwo } },
})

class BookController extends RepositoryBasedRestController<object, number> {
  constructor(
    entity: typeof BookOne | typeof BookTwo,
    readonly requestMapping: string,
  ) {
    super(new MemoryRepository<object, number>(entity as never))
  }
}

test('two entities with the same name have different schemas', async () => {
  const { schemas, referencesOf, dangling } = await schemasOf({
    controllers: {
      oldController: new BookController(BookOne, '/v1/books'),
      newController: new BookController(BookTwo, '/v2/books'),
    },
  })
  const properties = Object.entries(schemas).map(([name, schema]) => [
    name,
    Object.keys(schema.properties ?? {}),
  ])
  expect(Object.fromEntries(properties)).toMatchObject({
    Book: ['id', 'title', 'form'],
    BookInput: ['title', 'form'],
    Form: ['pages'],
    Book_2: ['id', 'heading', 'form'],
    Book_2Input: ['heading', 'form'],
    Book_2Patch: ['heading', 'form'],
    Form_2: ['sheets'],
  })
  expect(schemas['Book_2']?.properties['form']).toEqual({ $ref: '#/components/schemas/Form_2' })
  expect(referencesOf('/v1/books')).toEqual(expect.arrayContaining(['Book', 'BookInput']))
  const ofTwo = referencesOf('/v2/books')
  expect(ofTwo).toEqual(expect.arrayContaining(['Book_2', 'Book_2Input']))
  expect(ofTwo).not.toContain('Book')
  expect(dangling).toEqual([])
})

test('an entity with the name of a built-in schema does not replace that schema', async () => {
  const Leaf = defineEntity({ name: 'Page', key: { id: 'integer' }, fields: { text: 'string' } })
  const controller = new BookController(Leaf as never, '/leaves')
  const { schemas } = await schemasOf({ controllers: { controller } })
  expect(Object.keys(schemas['Page']?.properties ?? {})).toContain('totalElements')
  expect(Object.keys(schemas['Page_2']?.properties ?? {})).toEqual(['id', 'text'])
})

test('answerTypes sets the schema of an endpoint, also in pages and lists', async () => {
  class SummaryController extends BookController {}
  answerTypes(SummaryController, { findAll: Article, findById: Article, create: { type: 'string' } })
  const controller = new SummaryController(BookOne as never, '/books')
  const { referencesOf, schemas, dangling } = await schemasOf({ controllers: { controller } })
  expect(referencesOf('/books')).toContain('Article')
  expect(referencesOf('/books')).not.toContain('Book')
  // PUT and PATCH have no answer type, so they have the schema of the entity.
  expect(referencesOf('/books/{id}')).toEqual(expect.arrayContaining(['Article', 'Book']))
  expect(Object.keys(schemas)).toContain('Article')
  expect(dangling).toEqual([])
})

test('the OpenAPI document has the schemas of related entities, even if an entity occurs only in answerTypes', async () => {
  class LatestController {
    latest(): object {
      return Article.create({ slug: 'news' })
    }
  }
  answerTypes(LatestController, { latest: Article })
  const { schemas, dangling } = await schemasOf({
    controllers: { latestController: new LatestController() },
    routes: 'GET /latest latestController.latest',
  })
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['Article', 'User']))
  expect(dangling).toEqual([])
})
