import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  CrudServiceImpl,
  defineEntity,
  type EntityOf,
  JsonView,
  jsonViews,
  MemoryRepository,
  Page,
  RepositoryBasedRestController,
  RequestMapping,
  ServiceBasedRestController,
} from '@mvc-router/rest'
import { z } from 'zod'
import { freshTable } from '../databases.js'
import { describeStores, type Stores } from '../stores.js'
import { type Answer, type RunningServer, start } from './http-client.js'

class CardView {}
const Card = defineEntity({
  name: 'Card',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    title: { type: 'string', maxLength: 50 },
    note: { type: 'string', maxLength: 50, default: 'none' },
    secret: { type: 'string', hidden: true, maxLength: 50 },
    pin: { type: 'string', writeOnly: true, maxLength: 50 },
  },
  version: 'version',
  views: { id: CardView, title: CardView },
  schema: z.object({
    title: z.string().min(1),
    note: z.string(),
    secret: z.string().min(2),
    pin: z.string().min(2),
  }),
})
type Card = EntityOf<typeof Card>

@JsonView(CardView)
@RequestMapping('/cards')
class CardController extends RepositoryBasedRestController<Card, number> {}

function describeHiddenFields(stores: () => Stores<{ cards: typeof Card }>): void {
  let server: RunningServer

  beforeAll(async () => {
    server = await start(await createWebServer({ controllers: [new CardController(stores().cards)] }))
  })
  afterAll(async () => server.close())

  const change = async (
    id: number,
    body: unknown,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ): Promise<Answer> => server.call({ method: 'PUT', path: `/cards/${id}`, headers, body })

  test('a PUT with the body of a GET changes nothing, even if the schema requires hidden fields', async () => {
    const created = await server.post('/cards', { title: 'One', note: 'mine', secret: 'abc', pin: '1234' })
    expect(created.status).toBe(201)
    const { id } = JSON.parse(created.text) as Card
    const before = await stores().cards.findOne(id)
    for (const accept of ['application/json', 'application/xml']) {
      const { text } = await server.get(`/cards/${id}`, { accept })
      const put = await change(id, text, { accept, 'content-type': accept })
      expect([put.status, put.text]).toEqual([200, text])
      expect({ ...(await stores().cards.findOne(id)), version: 1 }).toEqual({ ...before, version: 1 })
    }
    expect((await change(id, { title: '' })).status).toBe(400)
    expect((await change(id, { title: 'Two', note: 'x', secret: 'y' })).status).toBe(200)
    expect(await stores().cards.findOne(id)).toMatchObject({
      title: 'Two',
      note: 'mine',
      secret: 'abc',
      pin: '1234',
    })
    expect((await server.post('/cards', { title: 'No', note: 'a', secret: 'x', pin: '1234' })).status).toBe(
      400,
    )
    for (const path of ['/cards?sort=note', '/cards?fields=note', `/cards/${id}?fields=note`])
      expect([path, (await server.get(path)).status]).toEqual([path, 400])
  })
}

await describeStores('hidden fields', { cards: Card }, describeHiddenFields)

test('PUT does not require fields that clients cannot read, but POST requires these fields', async () => {
  const Account = defineEntity({
    name: 'Account',
    key: { id: 'integer' },
    fields: {
      name: 'string',
      password: { type: 'string', writeOnly: true },
      origin: { type: 'string', hidden: true },
    },
  })
  class AccountController extends RepositoryBasedRestController<EntityOf<typeof Account>, number> {
    requestMapping = '/accounts'
  }
  const accounts = new MemoryRepository(Account)
  const server = await start(await createWebServer({ controllers: [new AccountController(accounts)] }))
  const refused = await server.post('/accounts', { name: 'Ann' })
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
    400,
    { message: 'password: is required; origin: is required' },
  ])
  await server.post('/accounts', { name: 'Ann', password: 'old', origin: 'here' })
  const headers = { 'content-type': 'application/json' }
  const put = await server.call({ method: 'PUT', path: '/accounts/1', headers, body: { name: 'Bea' } })
  expect([put.status, await accounts.findOne(1)]).toMatchObject([
    200,
    { name: 'Bea', password: 'old', origin: 'here' },
  ])
  await server.close()
})

test('a controller is refused if create shows fields that findById does not show', async () => {
  class Leaky extends RepositoryBasedRestController<Card, number> {
    requestMapping = '/leaky'
    @JsonView(CardView)
    override async findById(...parameters: Parameters<CardController['findById']>) {
      return super.findById(...parameters)
    }
  }
  await expect(
    createWebServer({ controllers: { leaky: new Leaky(new MemoryRepository<Card, number>(Card)) } }),
  ).rejects.toThrow(/create of Card answers with note, version, which findById does not show/)
})

test('a controller is refused if a write shows fields that findAll hides, or relation fields that findById hides', async () => {
  class OnlyLists extends RepositoryBasedRestController<Card, number> {
    requestMapping = '/only-lists'
    override readonly methods = ['findAll', 'create']
    @JsonView(CardView)
    override async findAll(...parameters: Parameters<CardController['findAll']>) {
      return super.findAll(...parameters)
    }
  }
  const cards = new MemoryRepository<Card, number>(Card)
  await expect(createWebServer({ controllers: { lists: new OnlyLists(cards) } })).rejects.toThrow(
    /create of Card answers with note, version, which findAll does not show/,
  )
  class WholeView extends CardView {}
  const Owner = defineEntity({
    name: 'Owner',
    key: { id: 'integer' },
    fields: { name: 'string', email: 'string' },
    views: { name: CardView, email: WholeView },
  })
  const Owned = defineEntity({
    name: 'Owned',
    key: { id: 'integer' },
    fields: { ownerId: { type: 'integer', references: () => Owner } },
    relations: { owner: { entity: () => Owner, by: 'ownerId' } },
    views: { owner: CardView },
  })
  type Owned = EntityOf<typeof Owned>
  class OwnedController extends RepositoryBasedRestController<Owned, number> {
    requestMapping = '/owned'
  }
  jsonViews(OwnedController, { type: CardView, methods: { update: WholeView } })
  const owned = new MemoryRepository<Owned, number>(Owned)
  await expect(createWebServer({ controllers: { owned: new OwnedController(owned) } })).rejects.toThrow(
    /update of Owned answers with owner\.email, which findById does not show/,
  )
})

test('hidden fields stay hidden if a service returns copies without a class', async () => {
  const Safe = defineEntity({
    name: 'Safe',
    key: { id: 'integer' },
    fields: { label: 'string', code: { type: 'string', hidden: true } },
  })
  type Safe = EntityOf<typeof Safe>
  const renamed = (safe: Safe): Safe => ({ ...safe, label: safe.label.toUpperCase() })
  class SafeService extends CrudServiceImpl<Safe, number> {
    override async findById(...given: Parameters<CrudServiceImpl<Safe, number>['findById']>) {
      const safe = await super.findById(...given)
      return safe && renamed(safe)
    }
    override async findAll(...given: Parameters<CrudServiceImpl<Safe, number>['findAll']>) {
      return (await super.findAll(...given)).map(renamed)
    }
    override async findPaginated(...given: Parameters<CrudServiceImpl<Safe, number>['findPaginated']>) {
      const page = await super.findPaginated(...given)
      return new Page(page.content.map(renamed), { ...page, hasNext: page.hasNext() })
    }
    override async create(safe: Safe) {
      return renamed(await super.create(safe))
    }
    override async update(safe: Safe) {
      return renamed(await super.update(safe))
    }
  }
  class SafeController extends ServiceBasedRestController<Safe, number> {
    readonly requestMapping = '/safes'
  }
  const safes = new MemoryRepository<Safe, number>(Safe)
  const server = await start(
    await createWebServer({ controllers: [new SafeController(new SafeService(safes))] }),
  )
  const sent = { label: 'a', code: 'CODE' }
  const answers = [
    await server.post('/safes', sent),
    await server.get('/safes/1'),
    await server.get('/safes/1', { accept: 'application/xml' }),
    await server.get('/safes/1', { accept: 'application/hal+json' }),
    await server.get('/safes'),
    await server.get('/safes?page=no'),
    await server.get('/safes?after='),
    await server.call({
      method: 'PUT',
      path: '/safes/1',
      headers: { 'content-type': 'application/json' },
      body: sent,
    }),
  ]
  await server.close()
  for (const { status, text } of answers) {
    expect([200, 201]).toContain(status)
    expect(text).toMatch(/label.+A/)
    expect(text).not.toContain('CODE')
  }
  expect(await safes.findOne(1)).toMatchObject({ code: 'CODE' })
})
