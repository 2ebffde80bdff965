import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  IdempotencyKey,
  MemoryRepository,
  type PagingAndSortingRepository,
  type RequestContext,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import { createTables, dropTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { freshTable } from '../databases.js'
import { describeTables } from '../stores.js'
import { type Answer, type RunningServer, start } from './http-client.js'

const Payment = defineEntity({
  name: 'Payment',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    amount: 'integer',
    tenant: { type: 'string?', maxLength: 10, readOnly: true },
    reference: { type: 'string?', unique: true, maxLength: 40 },
    at: { type: 'datetime', readOnly: true, default: () => new Date() },
  },
})
type Payment = EntityOf<typeof Payment>
type Payments = PagingAndSortingRepository<Payment, number>

class PaymentController extends RepositoryBasedRestController<Payment, number> {
  readonly requestMapping = '/payments'
}

class TenantController extends RepositoryBasedRestController<Payment, number> {
  readonly requestMapping = '/of-tenant'

  protected override scope({ request }: RequestContext) {
    return { tenant: String(request.headers['x-tenant']), at: { lte: new Date(Date.now() + 60_000) } }
  }
}

function rules(open: () => Payments): void {
  let payments: Payments
  let server: RunningServer

  beforeEach(async () => {
    payments = open()
    await payments.deleteAll()
    const user = { 'x-user': '' }
    server = await start(
      await createWebServer({
        controllers: [new PaymentController(payments), new TenantController(payments)],
        middleware: [
          (request, _response, next) => {
            Object.assign(request, { user: { id: request.headers['x-user'] ?? user['x-user'] } })
            next()
          },
        ],
        logError: () => undefined,
      }),
    )
  })
  afterEach(async () => server.close())

  const post = async (key: string, body: object, headers = {}): Promise<Answer> =>
    server.post('/payments', body, { 'idempotency-key': key, ...headers })

  test('a repeated POST with the same Idempotency-Key writes once and gets the same answer', async () => {
    const key = freshTable()
    const first = await post(key, { amount: 5, reference: null })
    const second = await post(key, { reference: null, amount: 5 })
    expect([first.status, second.status]).toEqual([201, 201])
    expect([second.text, second.headers.location, second.headers.etag]).toEqual([
      first.text,
      first.headers.location,
      first.headers.etag,
    ])
    expect(await payments.count()).toBe(1)
    expect((await post(`${key}2`, { amount: 5 })).headers.location).not.toBe(first.headers.location)
  })

  test('concurrent requests with the same Idempotency-Key write a single row', async () => {
    const key = freshTable()
    // A request that waits too long for the first request gets 503, and the client repeats it.
    const untilDone = async (): Promise<Answer> => {
      const answer = await post(key, { amount: 7 })
      return answer.status === 503 ? untilDone() : answer
    }
    const answers = await Promise.all(Array.from({ length: 12 }, untilDone))
    const location = answers[0]?.headers.location
    expect(answers.map((answer) => [answer.status, answer.headers.location])).toEqual(
      answers.map(() => [201, location]),
    )
    expect(await payments.count()).toBe(1)
  })

  test('an Idempotency-Key is answered with 409 if the body changes or the row is deleted; another user may use the same key', async () => {
    const key = freshTable()
    const { headers } = await post(key, { amount: 5 })
    expect((await post(key, { amount: 6 })).status).toBe(409)
    expect((await post(key, { amount: 6 }, { 'x-user': 'another' })).status).toBe(201)
    expect(await payments.count()).toBe(2)
    await server.call({ method: 'DELETE', path: String(headers.location) })
    expect((await post(key, { amount: 5 })).status).toBe(409)
    expect(await payments.count()).toBe(1)
  })

  test('users of two scopes may use the same Idempotency-Key, even with the same user id', async () => {
    const key = freshTable()
    const pay = async (tenant: string, amount: number): Promise<Answer> =>
      server.post('/of-tenant', { amount }, { 'idempotency-key': key, 'x-tenant': tenant })
    const first = await pay('a', 5)
    expect([first.status, (await pay('b', 6)).status]).toEqual([201, 201])
    // The scope contains the current time, which has changed. This is still the same request.
    expect(await pay('a', 5)).toMatchObject({ status: 201, text: first.text })
    expect((await pay('b', 5)).status).toBe(409)
    expect(await payments.count()).toBe(2)
  })

  test('a refused request may be sent again with the same Idempotency-Key', async () => {
    const key = freshTable()
    const reference = freshTable()
    const { headers } = await server.post('/payments', { amount: 1, reference })
    expect((await post(key, { amount: 2, reference })).status).toBe(409)
    expect((await post(key, { amount: 'x' })).status).toBe(400)
    await server.call({ method: 'DELETE', path: String(headers.location) })
    expect((await post(key, { amount: 2, reference })).status).toBe(201)
  })

  test('an invalid Idempotency-Key is answered with 400', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256), 'é'])
      expect([key, (await post(key, { amount: 1 })).status]).toEqual([key, 400])
  })
}

describe('an Idempotency-Key in memory', () => {
  const payments = new MemoryRepository(Payment)
  rules(() => payments)

  test('if the repository has no method once, an Idempotency-Key is not documented and is answered with 501', async () => {
    const { once, ...others } = {
      entity: payments.entity,
      once: undefined,
      save: payments.save.bind(payments),
      findOne: payments.findOne.bind(payments),
      exists: payments.exists.bind(payments),
      findAll: payments.findAll.bind(payments),
      count: payments.count.bind(payments),
      delete: payments.delete.bind(payments),
      deleteAll: payments.deleteAll.bind(payments),
    }
    expect(once).toBeUndefined()
    const controllers = [new PaymentController(others)]
    const server = await start(await createWebServer({ controllers, logError: () => undefined }))
    const { status } = await server.post('/payments', { amount: 1 }, { 'idempotency-key': 'a' })
    const { text } = await server.get('/api/openapi.json')
    expect([status, text.includes('Idempotency-Key')]).toEqual([501, false])
    await server.close()
  })

  test('if an overridden create does not pass on the context, an Idempotency-Key is not documented and is answered with 501', async () => {
    class OwnController extends PaymentController {
      override async create(payment: Payment): Promise<Payment> {
        return super.create(payment)
      }
    }
    const controllers = [new OwnController(payments)]
    const server = await start(await createWebServer({ controllers, logError: () => undefined }))
    const statuses: number[] = []
    for (const headers of [{}, { 'idempotency-key': 'own' }])
      statuses.push((await server.post('/payments', { amount: 1 }, headers)).status)
    const { text } = await server.get('/api/openapi.json')
    expect([...statuses, text.includes('Idempotency-Key')]).toEqual([201, 501, false])
    await server.close()
  })
})

test('an Idempotency-Key belongs to one user, even if other users have an equal text as id, subject or name', async () => {
  const users = [
    ...['id', 'sub', 'username'].flatMap((name) =>
      ['42', 42, 42n, true, ['42']].map((value) => ({ [name]: value })),
    ),
    { id: null, sub: '43' },
    { login: '42' },
    '42',
    42,
    null,
  ]
  let user: unknown
  const payments = new MemoryRepository<Payment, number>(Payment)
  const server = await start(
    await createWebServer({
      controllers: [new PaymentController(payments)],
      middleware: [(request, _response, next) => next(void Object.assign(request, { user }))],
    }),
  )
  const locations: unknown[] = []
  for (let round = 0; round < 2; round++)
    for (user of users) {
      const answer = await server.post('/payments', { amount: 1 }, { 'idempotency-key': 'one' })
      locations.push(answer.headers.location)
    }
  await server.close()
  expect(new Set(locations).size).toBe(users.length)
  expect(locations.slice(users.length)).toEqual(locations.slice(0, users.length))
})

await describeTables('an Idempotency-Key', [Payment], (database) => {
  rules(() => new KyselyRepository(database(), Payment))
})

test('an Idempotency-Key is answered with 501 if its table is missing, and the log names createTables', async () => {
  const database = await openDatabase(':memory:')
  await createTables(database, [Payment])
  await dropTables(database, [IdempotencyKey])
  const logged: unknown[] = []
  const controllers = [new PaymentController(new KyselyRepository(database, Payment))]
  const logError = (error: unknown): unknown => logged.push(error)
  const server = await start(await createWebServer({ controllers, logError }))
  const { status } = await server.post('/payments', { amount: 1 }, { 'idempotency-key': 'a' })
  await server.close()
  await database.close()
  expect([status, String(logged[0])]).toEqual([501, expect.stringContaining('createTables makes')])
})
