import { describe, expect, test } from '@jest/globals'
import {
  createJsonMapper,
  createWebServer,
  defineEntity,
  defineModel,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import { start } from './http-client.js'

const City = defineModel({ name: 'City', fields: { name: 'string', founded: 'date?' } })

describe('declarations of fields', () => {
  test.each([
    [
      { type: 'integer', minLength: 1 },
      /minLength of x: expected an integer from 0, for texts, bytes and lists only/,
    ],
    [{ type: 'string', minLength: 5, maxLength: 2 }, /minLength of x: expected at most its maxLength/],
    [{ type: 'string', min: 1 }, /min of x: expected a value of its type/],
    [{ type: 'integer', min: '1' }, /min of x: expected a value of its type/],
    [{ type: 'integer', min: 2, max: 1 }, /min of x: expected at most its max/],
    [{ type: 'date', max: 'tomorrow' }, /max of x: expected a value of its type/],
    [{ type: 'string', pattern: '(a+)+$' }, /pattern of x/],
    [{ type: 'string', pattern: '(' }, /pattern of x/],
    [{ type: 'number', enum: [1.5] }, /enum of x/],
    [{ type: 'string', format: 'constructor' }, /format of x: expected one of email, url, creditCard/],
    [{ type: 'integer', format: 'email' }, /format of x/],
    [{ type: 'integer', notBlank: true }, /notBlank of x/],
    [{ type: 'integer', digits: { integer: 1, fraction: 0 } }, /digits of x/],
    [{ type: 'decimal', digits: { integer: -1, fraction: 0 } }, /digits of x/],
    [{ type: 'string', time: 'past' }, /time of x/],
    [{ type: 'date', time: 'soon' }, /time of x/],
    [{ type: 'string', enum: [] }, /enum of x/],
    [{ type: 'string', enum: null as never }, /enum of x/],
    [{ type: 'string', enum: [null] }, /enum of x/],
    [
      { type: 'string', length: { max: 5 }, maxLength: 6 },
      /length of x: expected { min, max }, for texts only/,
    ],
    [{ type: 'bytes', length: { max: 5 } }, /length of x/],
    [{ type: 'integer', range: { min: 1 } }, /range of x: expected { min, max }, instead of min and max/],
    [{ type: 'integer', range: { min: 1, max: 2 }, min: 0 }, /range of x/],
    [{ type: 'integer', notEmpty: true }, /notEmpty of x/],
    [{ type: 'json', index: true }, /x of type json has no order to index it by/],
    [{ type: 'string', model: City }, /model of x/],
    [{ type: 'json', many: true }, /model of x/],
    [{ type: 'string', writeOnly: true, readOnly: true }, /writeOnly/],
    [{ type: 'datetime', max: 5 }, /max of x/],
  ])('a field declared as %j is refused', (options, message) => {
    expect(() =>
      defineEntity({ name: 'Odd', key: { id: 'integer' }, fields: { x: options as { type: 'string' } } }),
    ).toThrow(message)
  })

  test('max of a datetime field may be a text or a Date', () => {
    const limitOf = (max: unknown): unknown =>
      defineEntity({
        name: 'Odd',
        key: { id: 'integer' },
        fields: { x: { type: 'datetime', max: max as string } },
      }).field('x')?.max
    const time = new Date('2024-02-29T12:00:00Z')
    expect([limitOf(time), limitOf(time.toISOString())]).toEqual([time, time])
  })
})

test('each rule has an English message, and an application can replace the messages of a language', async () => {
  const Ruled = defineEntity({
    name: 'Ruled',
    key: { id: 'integer' },
    fields: {
      text: { type: 'string', minLength: 3, notBlank: true },
      code: { type: 'string?', length: { min: 1, max: 5 }, pattern: '[a-z]+', notEmpty: true },
      mail: { type: 'string?', format: 'email' },
      site: { type: 'string?', format: 'url' },
      card: { type: 'string?', format: 'creditCard' },
      count: { type: 'integer?', min: 1, max: 2 },
      floor: { type: 'integer?', range: { min: 1, max: 2 } },
      price: { type: 'decimal?', min: '1', max: '2.5', digits: { integer: 2, fraction: 3 } },
      born: { type: 'datetime?', min: '2000-01-01T00:00:00Z', time: 'past' },
      due: { type: 'date?', time: 'future' },
      yes: { type: 'boolean?', enum: [true] },
      no: { type: 'boolean?', enum: [false] },
      either: { type: 'boolean?', enum: [true, false] },
      nothing: { type: 'integer?', enum: [null] },
      madeBy: { type: 'string', readOnly: true },
    },
  })
  const app = await createWebServer({
    profiles: ['vendor-web-server', 'vendor-validation'],
    validation: { models: { Ruled }, messages: { it: { NotNull: 'non deve essere null' } } },
  })
  const server = await start(app)
  const messagesIn = async (locale: string): Promise<unknown> => {
    const { text } = await server.get(`/api/validation/Ruled?locale=${locale}`)
    const { constraints } = JSON.parse(text) as { constraints: Record<string, { message: string }[]> }
    return Object.entries(constraints).map(([name, rules]) => [name, ...rules.map(({ message }) => message)])
  }
  const english = [
    ['text', 'may not be null', 'may not be empty', 'size must be between 3 and 2147483647'],
    ['code', 'may not be empty', 'length must be between 1 and 5', 'must match "[a-z]+"'],
    ['mail', 'not a well-formed email address'],
    ['site', 'must be a valid URL'],
    ['card', 'invalid credit card number'],
    ['count', 'must be greater than or equal to 1', 'must be less than or equal to 2'],
    ['floor', 'must be between 1 and 2'],
    [
      'price',
      'must be greater than or equal to 1',
      'must be less than or equal to 2.5',
      'numeric value out of bounds (<2 digits>.<3 digits> expected)',
    ],
    ['born', 'must be greater than or equal to 2000-01-01T00:00:00.000Z', 'must be in the past'],
    ['due', 'must be in the future'],
    ['yes', 'must be true'],
    ['no', 'must be false'],
    ['either', 'must be one of true, false'],
    ['nothing', 'must be null'],
  ]
  expect(await messagesIn('en')).toEqual(english)
  const [[, , ...text] = [], ...others] = english
  expect(await messagesIn('it-CH')).toEqual([['text', 'non deve essere null', ...text], ...others])
  await server.close()
})

test('an application that changes one message of a language keeps all other messages', async () => {
  const Worded = defineEntity({
    name: 'Worded',
    key: { id: 'integer' },
    fields: { text: { type: 'string', notBlank: true } },
  })
  const server = await start(
    await createWebServer({
      profiles: ['vendor-web-server', 'vendor-validation'],
      validation: { models: { Worded }, messages: { fr: { NotBlank: 'à remplir' } } },
    }),
  )
  const { text } = await server.get('/api/validation/Worded?locale=fr')
  await server.close()
  expect(JSON.parse(text)).toMatchObject({
    constraints: { text: [{ message: 'ne peut pas être nul' }, { message: 'à remplir' }] },
  })
})

test('a model is searched only once, even if 2 to the power of 39 paths of nested models lead to the model', async () => {
  let model = defineModel({ name: 'Level0', fields: { text: 'string' } })
  for (let level = 1; level < 40; level++)
    model = defineModel({
      name: `Level${level}`,
      fields: { one: { type: 'json', model }, other: { type: 'json', model } },
    })
  const server = await start(
    await createWebServer({
      profiles: ['vendor-web-server', 'vendor-validation'],
      validation: { models: { model } },
    }),
  )
  expect((await server.get('/api/validation/Nobody')).status).toBe(404)
  expect((await server.get('/api/validation/Level0')).status).toBe(200)
  await server.close()
})

test.each([
  [0, true],
  [-0, true],
  [1e-7, true],
  [-1.25e-7, true],
  [120.5, true],
  [1e-11, false],
  [1234, false],
  [1.5e21, false],
  [5e-324, false],
])('for the rule digits with { integer: 3, fraction: 10 }, %d is valid: %s', async (ratio, isValid) => {
  const Measured = defineEntity({
    name: 'Measured',
    key: { id: 'integer' },
    fields: { ratio: { type: 'number', digits: { integer: 3, fraction: 10 } } },
  })
  const reading = createJsonMapper().readEntity(Measured, { ratio })
  await (isValid
    ? expect(reading).resolves.toEqual({ id: null, ratio })
    : expect(reading).rejects.toThrow('digits'))
})

test('POST, PUT and PATCH ignore fields that an entity or a nested model does not declare', async () => {
  const Place = defineModel({ name: 'Place', fields: { name: 'string', zip: 'string?' } })
  const Guest = defineEntity({
    name: 'Guest',
    key: { id: 'integer' },
    fields: { home: { type: 'json?', model: Place }, seen: { type: 'json?', model: Place, many: true } },
  })
  class GuestController extends RepositoryBasedRestController<EntityOf<typeof Guest>, number> {
    readonly requestMapping = '/guests'
  }
  const controllers = [new GuestController(new MemoryRepository<EntityOf<typeof Guest>, number>(Guest))]
  const guests = await start(await createWebServer({ controllers }))
  const city = { name: 'Ulm', zip: null }
  const body = { home: { ...city, x: 1 }, seen: [{ ...city, x: 1 }], x: 1 }
  const expected = JSON.stringify({ id: 1, home: city, seen: [city] })
  const put = { method: 'PUT', path: '/guests/1', headers: { 'content-type': 'application/json' } }
  const patch = {
    method: 'PATCH',
    path: '/guests/1',
    headers: { 'content-type': 'application/merge-patch+json' },
  }
  const answers = [
    await guests.post('/guests', body),
    await guests.call({ ...put, body }),
    await guests.call({ ...patch, body }),
    await guests.call({ ...patch, body: { home: { x: 2 }, y: null } }),
  ]
  await guests.close()
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    [201, 200, 200, 200].map((status) => [status, expected]),
  )
})
