import { afterAll, beforeAll, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  defineModel,
  Entity,
  type EntityOf,
  Field,
  Id,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { freshTable } from '../databases.js'
import { expectJsonFixture } from '../fixture.js'
import { describeStores, type Stores } from '../stores.js'
import { type RunningServer, start } from './http-client.js'

const City = defineModel({ name: 'City', fields: { name: 'string', founded: 'date?' } })

const Address = defineModel({
  name: 'Address',
  fields: {
    street: { type: 'string', minLength: 2, maxLength: 10 },
    zip: { type: 'string?', pattern: '[0-9]{5}' },
    city: { type: 'json?', model: City },
    since: { type: 'datetime?', default: null },
  },
})

const Person = defineEntity({
  name: 'Person',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    name: { type: 'string', minLength: 2, maxLength: 10 },
    handle: { type: 'string?', pattern: '[a-z][a-z0-9]*', unique: true },
    age: { type: 'integer?', min: 0, max: 150 },
    born: { type: 'date?', min: '1900-01-01' },
    seen: { type: 'datetime?', max: '2100-01-01T00:00:00Z' },
    coins: { type: 'bigint?', min: '-5' },
    role: { type: 'string?', enum: ['reader', 'writer'] },
    price: { type: 'decimal?', min: '0', max: '99.5' },
    photo: { type: 'bytes?', maxLength: 4 },
    home: { type: 'json?', model: Address },
    others: { type: 'json?', model: Address, many: true, notEmpty: true, maxLength: 3 },
    token: { type: 'string?', hidden: true, maxLength: 50 },
    password: { type: 'string?', writeOnly: true, maxLength: 50 },
    rank: { type: 'integer?' },
    mail: { type: 'string?', format: 'email' },
    site: { type: 'string?', format: 'url' },
    card: { type: 'string?', format: 'creditCard' },
    nick: { type: 'string?', notBlank: true },
    rate: { type: 'decimal?', digits: { integer: 2, fraction: 3 } },
    ratio: { type: 'number?', digits: { integer: 1, fraction: 2 } },
    joined: { type: 'date?', time: 'past' },
    expires: { type: 'datetime?', time: 'future' },
    agreed: { type: 'boolean?', enum: [true] },
    declined: { type: 'boolean?', enum: [false] },
    nothing: { type: 'integer?', enum: [null] },
    motto: { type: 'string?', notEmpty: true, length: { max: 5 } },
    floor: { type: 'bigint?', range: { min: -2, max: '9223372036854775807' } },
    madeBy: { type: 'string?', readOnly: true, maxLength: 50 },
  },
})
type Person = EntityOf<typeof Person>

@Entity()
class Marked {
  @Id('integer') id = 1
  @Field({ type: 'string', maxLength: 7 }) name = ''
}

@RequestMapping('/people')
class PersonController extends RepositoryBasedRestController<Person, number> {}

function describeValidation(stores: () => Stores<{ people: typeof Person }>): void {
  let server: RunningServer

  beforeAll(async () => {
    const { people } = stores()
    server = await start(
      await createWebServer({
        controllers: [new PersonController(people)],
        profiles: ['vendor-web-server', 'vendor-validation'],
        validation: { models: { 'com.example.City': City, Marked } },
      }),
    )
  })
  afterAll(async () => server.close())

  const problems = { accept: 'application/problem+json, application/json;q=0.5' }
  const errorsOf = async (body: unknown): Promise<unknown> => {
    const answer = await server.post('/people', body, problems)
    expect([answer.status, answer.headers['content-type']]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
    return (JSON.parse(answer.text) as { errors: unknown }).errors
  }
  const change = async (
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    return server.call({ method, path, headers: { 'content-type': type, ...headers }, body })
  }

  test.each([
    [{}, '/name', 'required', 'is required'],
    [{ name: null }, '/name', 'null', 'must not be null'],
    [{ name: 5 }, '/name', 'type', 'must be a text'],
    [{ name: 'a' }, '/name', 'minLength', 'must have at least 2 characters'],
    [{ name: 'a'.repeat(11) }, '/name', 'maxLength', 'must have at most 10 characters'],
    [{ name: '😀' }, '/name', 'minLength', 'must have at least 2 characters'],
    [{ name: 'ab', handle: 'A' }, '/handle', 'pattern', 'must match [a-z][a-z0-9]*'],
    [{ name: 'ab', handle: 'a\n' }, '/handle', 'pattern', 'must match [a-z][a-z0-9]*'],
    [{ name: 'ab', handle: 'a'.repeat(1001) }, '/handle', 'maxLength', 'must have at most 1000 characters'],
    [{ name: 'ab', age: -1 }, '/age', 'min', 'must be 0 or more'],
    [{ name: 'ab', age: 151 }, '/age', 'max', 'must be 150 or less'],
    [{ name: 'ab', born: '1899-12-31' }, '/born', 'min', 'must be 1900-01-01 or more'],
    [
      { name: 'ab', seen: '2100-01-01T00:00:00.001Z' },
      '/seen',
      'max',
      'must be 2100-01-01T00:00:00.000Z or less',
    ],
    [{ name: 'ab', coins: '-6' }, '/coins', 'min', 'must be -5 or more'],
    [{ name: 'ab', role: 'admin' }, '/role', 'enum', 'must be one of reader, writer'],
    [{ name: 'ab', price: '-0.000001' }, '/price', 'min', 'must be 0 or more'],
    [{ name: 'ab', price: '99.500001' }, '/price', 'max', 'must be 99.5 or less'],
    [
      { name: 'ab', price: '1.0000001' },
      '/price',
      'type',
      'must be a decimal number as text, of at most 12 digits before the point and 6 behind it',
    ],
    [{ name: 'ab', photo: 'AAECAwQ=' }, '/photo', 'maxLength', 'must have at most 4 bytes'],
    [{ name: 'ab', photo: 'AB==' }, '/photo', 'type', 'must be base64'],
    [{ name: 'ab', mail: 'a@' }, '/mail', 'format', 'must be an email address'],
    [{ name: 'ab', mail: 'a b@c.de' }, '/mail', 'format', 'must be an email address'],
    [{ name: 'ab', mail: `a@${'x.'.repeat(130)}de` }, '/mail', 'format', 'must be an email address'],
    [{ name: 'ab', site: 'javascript:alert(1)' }, '/site', 'format', 'must be an http or https URL'],
    [{ name: 'ab', site: 'http://' }, '/site', 'format', 'must be an http or https URL'],
    [{ name: 'ab', card: '4111 1111 1111 1112' }, '/card', 'format', 'must be a credit card number'],
    [{ name: 'ab', nick: ' \t' }, '/nick', 'notBlank', 'must not be blank'],
    [
      { name: 'ab', rate: '100' },
      '/rate',
      'digits',
      'must have at most 2 digits before the point and 3 behind it',
    ],
    [
      { name: 'ab', ratio: 0.125 },
      '/ratio',
      'digits',
      'must have at most 1 digits before the point and 2 behind it',
    ],
    [
      { name: 'ab', ratio: 1e-7 },
      '/ratio',
      'digits',
      'must have at most 1 digits before the point and 2 behind it',
    ],
    [{ name: 'ab', joined: '2999-01-01' }, '/joined', 'past', 'must be in the past'],
    [{ name: 'ab', expires: '1999-01-01T00:00:00Z' }, '/expires', 'future', 'must be in the future'],
    [{ name: 'ab', agreed: false }, '/agreed', 'enum', 'must be one of true'],
    [{ name: 'ab', home: [] }, '/home', 'type', 'must be one Address, as an object'],
    [{ name: 'ab', home: {} }, '/home/street', 'required', 'is required'],
    [{ name: 'ab', home: { street: 'a' } }, '/home/street', 'minLength', 'must have at least 2 characters'],
    [{ name: 'ab', home: { street: 'ab', zip: '1' } }, '/home/zip', 'pattern', 'must match [0-9]{5}'],
    [{ name: 'ab', home: { street: 'ab', city: {} } }, '/home/city/name', 'required', 'is required'],
    [{ name: 'ab', nothing: 0 }, '/nothing', 'enum', 'must be null'],
    [{ name: 'ab', declined: true }, '/declined', 'enum', 'must be one of false'],
    [{ name: 'ab', motto: '' }, '/motto', 'notEmpty', 'must not be empty'],
    [{ name: 'ab', motto: 'abcdef' }, '/motto', 'maxLength', 'must have at most 5 characters'],
    [{ name: 'ab', floor: '-3' }, '/floor', 'min', 'must be -2 or more'],
    [{ name: 'ab', others: [] }, '/others', 'notEmpty', 'must not be empty'],
    [
      { name: 'ab', others: Array.from({ length: 4 }, () => ({ street: 'ab' })) },
      '/others',
      'maxLength',
      'must have at most 3 elements',
    ],
    [{ name: 'ab', others: [null] }, '/others/0', 'type', 'must be one Address, as an object'],
    [[], '', 'type', 'must be one Person, as an object'],
    [{ name: 'ab', others: {} }, '/others', 'type', 'must be a list of Address'],
    [{ name: 'ab', others: [{ street: 'ab' }, { street: 5 }] }, '/others/1/street', 'type', 'must be a text'],
  ])(
    'the answer to the body %j has one error, at %s with the code %s',
    async (body, pointer, code, message) => {
      expect(await errorsOf(body)).toEqual([{ pointer, code, message }])
    },
  )

  test('all errors of a body are reported at once, in problem details and in the usual error body', async () => {
    expect(await errorsOf({ name: 'a', age: -1 })).toHaveLength(2)
    expect(await errorsOf({ age: 'old', home: { zip: 5 } })).toEqual([
      { pointer: '/name', code: 'required', message: 'is required' },
      { pointer: '/age', code: 'type', message: 'must be an integer that JSON can carry exactly' },
      { pointer: '/home/street', code: 'required', message: 'is required' },
      { pointer: '/home/zip', code: 'type', message: 'must be a text' },
    ])
    const { text } = await server.post('/people', { name: 'a', age: -1 })
    expect(JSON.parse(text)).toEqual({
      status: 'Bad Request',
      code: 400,
      message: 'name: must have at least 2 characters; age: must be 0 or more',
      developerMessage: null,
      moreInfoUrl: null,
    })
  })

  test('a nested object keeps only declared fields, and is validated as a whole after a patch', async () => {
    const home = { street: 'Main', zip: '12345', city: { name: 'Rome', founded: null, mayor: 'x' }, extra: 1 }
    const { text, headers } = await server.post('/people', {
      name: 'Nested',
      home,
      others: [{ street: 'Side' }],
    })
    expect(JSON.parse(text)).toMatchObject({
      home: { street: 'Main', zip: '12345', city: { name: 'Rome', founded: null }, since: null },
      others: [{ street: 'Side', zip: null, city: null, since: null }],
    })
    expect(text).not.toContain('extra')
    const path = String(headers.location)
    const patched = await change('PATCH', path, { home: { zip: null, city: { name: 'Oslo' } } })
    expect(JSON.parse(patched.text)).toMatchObject({
      home: { street: 'Main', zip: null, city: { name: 'Oslo' } },
    })
    const refused = await change('PATCH', path, { home: { street: null } }, problems)
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      400,
      { errors: [{ pointer: '/home/street' }] },
    ])
  })

  test('decimals and bytes are written as exact texts in JSON and XML', async () => {
    const { text, headers } = await server.post('/people', {
      name: 'Exact',
      price: '09.90',
      photo: 'AAEC/w==',
    })
    expect(JSON.parse(text)).toMatchObject({ price: '9.9', photo: 'AAEC/w==' })
    const path = String(headers.location)
    expect((await server.get(path)).text).toBe(text)
    const xml = await server.get(path, { accept: 'application/xml' })
    expect(xml.text).toContain('<price>9.9</price><photo>AAEC/w==</photo>')
    const put = await change('PUT', path, xml.text, { 'content-type': 'application/xml' })
    expect(put.text).toBe(text)
    expect((await change('PATCH', path, { price: 9.95, photo: null })).text).toContain(
      '"price":"9.95","photo":null',
    )
  })

  test('the answer to a unique value that exists names the field', async () => {
    await server.post('/people', { name: 'First', handle: 'taken' })
    const { text: other } = await server.post('/people', { name: 'Second', handle: 'free' })
    const answers = [
      await server.post('/people', { name: 'Third', handle: 'taken' }, problems),
      await change('PATCH', `/people/${(JSON.parse(other) as Person).id}`, { handle: 'taken' }, problems),
    ]
    for (const { status, text } of answers)
      expect([status, JSON.parse(text)]).toMatchObject([
        409,
        {
          detail: 'Another Person has this handle already',
          errors: [{ pointer: '/handle', code: 'unique', message: 'is taken' }],
        },
      ])
  })

  test('the validation endpoint lists the declared rules of a model', async () => {
    const { text } = await server.get('/api/validation/Person?locale=fr')
    const { constraints } = JSON.parse(text) as { constraints: Record<string, unknown> }
    expect(constraints).toMatchObject({
      name: [
        { type: 'NotNull', message: 'ne peut pas être nul' },
        { type: 'Size', min: 2, max: 10, message: 'la taille doit être entre 2 et 10' },
      ],
      age: [
        { type: 'Min', value: 0 },
        { type: 'Max', value: 150, message: 'doit être plus petit ou égal à 150' },
      ],
      role: [{ type: 'Enum', values: ['reader', 'writer'], message: 'doit être l’un de reader, writer' }],
      price: [
        { type: 'DecimalMin', value: '0', inclusive: true },
        { type: 'DecimalMax', value: '99.5', inclusive: true },
      ],
      mail: [{ type: 'Email', regexp: '.*', flags: [], message: 'adresse email mal formée' }],
      site: [{ type: 'URL', regexp: '.*', flags: [] }],
      coins: [{ type: 'Min', value: -5 }],
      nothing: [{ type: 'Null', message: 'doit être nul' }],
      declined: [{ type: 'AssertFalse' }],
      motto: [{ type: 'NotEmpty' }, { type: 'Length', min: 0, max: 5 }],
      floor: [{ type: 'Range', min: -2, max: '9223372036854775807' }],
      card: [{ type: 'CreditCardNumber' }],
      nick: [{ type: 'NotBlank' }],
      rate: [{ type: 'Digits', integer: 2, fraction: 3 }],
      joined: [{ type: 'Past' }],
      expires: [{ type: 'Future' }],
      agreed: [{ type: 'AssertTrue' }],
      home: [{ type: 'Valid', model: 'Address' }],
      others: [{ type: 'NotEmpty' }, { type: 'Size', min: 0, max: 3 }, { type: 'Valid', model: 'Address' }],
    })
    expect(constraints['handle']).toEqual([
      { type: 'Pattern', regexp: '[a-z][a-z0-9]*', flags: [], message: 'doit suivre "[a-z][a-z0-9]*"' },
    ])
  })

  test('the answers of the validation endpoint in each language equal fixtures/person-validation.json', async () => {
    const models: Record<string, unknown> = {}
    for (const locale of ['en', 'fr', 'de'])
      models[locale] = JSON.parse((await server.get(`/api/validation/Person?locale=${locale}`)).text)
    await expectJsonFixture('person-validation.json', models)
  })

  test('the validation endpoint finds nested models, entities and renamed models by name', async () => {
    const address = JSON.parse((await server.get('/api/validation/Address?locale=en-GB')).text) as unknown
    expect(address).toEqual({
      model: 'Address',
      constraints: {
        street: [
          { type: 'NotNull', message: 'may not be null' },
          { type: 'Size', min: 2, max: 10, message: 'size must be between 2 and 10' },
        ],
        zip: [{ type: 'Pattern', regexp: '[0-9]{5}', flags: [], message: 'must match "[0-9]{5}"' }],
        city: [{ type: 'Valid', model: 'com.example.City' }],
      },
    })
    const marked = await server.get('/api/validation/Marked')
    expect(JSON.parse(marked.text)).toMatchObject({
      model: 'Marked',
      constraints: { name: expect.any(Array) },
    })
    for (const name of ['City', 'com.example.City']) {
      const { text } = await server.get(`/api/validation/${name}`)
      expect(JSON.parse(text)).toEqual({
        model: name,
        constraints: { name: [{ type: 'NotNull', message: 'may not be null' }] },
      })
    }
    expect((await server.get('/api/validation/Nobody')).status).toBe(404)
  })

  test('values that meet their rules are stored unchanged', async () => {
    const kept = {
      mail: "jürgen.o'neil+x@mail.example.org",
      site: 'https://example.org/a?b=c',
      card: '4111-1111-1111-1111',
      nick: ' x ',
      rate: '99.125',
      ratio: 0.12,
      joined: '1999-12-31',
      expires: '2999-01-01T00:00:00.000Z',
      agreed: true,
      nothing: null,
      motto: '😀😀😀😀😀',
      floor: '9223372036854775807',
    }
    const { status, text } = await server.post('/people', { name: 'Valid', ...kept })
    expect([status, JSON.parse(text)]).toMatchObject([201, kept])
  })

  test('a client can set a hidden field only in a POST, but can change a write-only field', async () => {
    const { headers, text } = await server.post('/people', {
      name: 'Hidden',
      token: 'given',
      password: 'old',
      madeBy: 'me',
    })
    const path = String(headers.location)
    const { id } = JSON.parse(text) as Person
    const shown = JSON.parse((await server.get(path)).text) as object
    await change('PUT', path, shown)
    expect(await stores().people.findOne(id)).toMatchObject({ token: 'given', password: 'old', madeBy: null })
    await change('PUT', path, { ...shown, token: 'stolen', password: 'new' })
    expect(await stores().people.findOne(id)).toMatchObject({ token: 'given', password: 'new' })
    await change('PATCH', path, { token: 'stolen', password: 'newer' })
    expect(await stores().people.findOne(id)).toMatchObject({ token: 'given', password: 'newer' })
    expect(await change('PATCH', path, { password: 5 })).toMatchObject({ status: 400 })
  })
}

await describeStores('validation', { people: Person }, describeValidation)
