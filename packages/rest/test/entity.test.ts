import { describe, expect, test } from '@jest/globals'
import {
  createJsonMapper,
  defineEntity,
  Entity,
  entityOf,
  Field,
  Id,
  Version,
  type EntityDefinition,
  type EntityOf,
  type FieldType,
  type KeyType,
} from '@mvc-router/rest'
import { type } from 'arktype'
import * as v from 'valibot'
import { z } from 'zod'

const mapper = createJsonMapper()

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: {
    title: 'string',
    review: 'string?',
    pages: { type: 'integer', default: 100 },
    createdAt: { type: 'datetime', readOnly: true, default: () => new Date(0) },
    isbn: { type: 'string?', maxLength: 4 },
    extra: 'json?',
  },
  version: 'version',
})
type Book = EntityOf<typeof Book>

const read = (body: unknown, textual = false): Promise<Book> => mapper.readEntity(Book, body, { textual })

describe('an entity from a body', () => {
  test('an entity from a body has only declared fields, in declared order, and defaults for absent fields', async () => {
    const book = await read({ title: 'Notes', isAdmin: true, __proto__: { review: 'inherited' } })
    expect(book).toBeInstanceOf(Book.type)
    expect(Object.entries(book)).toEqual([
      ['id', null],
      ['title', 'Notes'],
      ['review', null],
      ['pages', 100],
      ['createdAt', new Date(0)],
      ['isbn', null],
      ['extra', null],
      ['version', null],
    ])
  })

  test('an entity takes its key and version from a body, but no read-only field', async () => {
    const book = await read({ id: 7, version: 3, title: 'Notes', createdAt: '2024-01-01T00:00:00Z' })
    expect(book).toMatchObject({ id: 7, version: 3, createdAt: new Date(0) })
  })

  test('the exception for an invalid body names every wrong field', async () => {
    const body = { id: '1', title: { toString: 'x' }, review: 5, pages: null, isbn: 'too long', version: 'a' }
    await expect(read(body)).rejects.toMatchObject({
      name: 'ValidationException',
      status: 400,
      issues: [{ path: 'id' }, { path: 'title' }, { path: 'review' }, { path: 'isbn' }, { path: 'version' }],
    })
  })

  test.each([[null], [undefined], [[]], ['text'], [5]])(
    'the body %p is refused for an entity',
    async (body) => {
      await expect(read(body)).rejects.toMatchObject({ status: 400 })
    },
  )

  test('a body must have every field that is not nullable and has no default', async () => {
    await expect(read({})).rejects.toMatchObject({ issues: [{ path: 'title', message: 'is required' }] })
    await expect(read({ title: null })).rejects.toMatchObject({ issues: [{ path: 'title' }] })
  })

  test('a property with the value undefined counts as absent', async () => {
    const body = { title: 'a', review: undefined, pages: undefined, version: undefined }
    await expect(read(body)).resolves.toMatchObject({ review: null, pages: 100 })
    await expect(read({ title: undefined })).rejects.toMatchObject({ message: 'title: is required' })
  })

  test('maxLength counts characters, not UTF-16 units', async () => {
    await expect(read({ title: 'a', isbn: '😀😀😀😀' })).resolves.toMatchObject({ isbn: '😀😀😀😀' })
  })

  test('with the option textual, fields of every type are read from texts, as in XML', async () => {
    const book = await read({ id: '7', title: '007', pages: '12', review: '', version: '1' }, true)
    expect(book).toMatchObject({ id: 7, title: '007', pages: 12, review: '', version: 1 })
    await expect(read({ title: 'a', pages: '0x1F' }, true)).rejects.toMatchObject({
      issues: [{ path: 'pages' }],
    })
  })

  test('a module can deserialize an entity, and an error of this deserializer has the status 400', async () => {
    const withModule = createJsonMapper({
      modules: [
        { type: Book.type, deserialize: (body) => ({ title: (body as string).split(' written by ')[0] }) },
      ],
    })
    await expect(withModule.readEntity(Book, 'Notes written by Ada')).resolves.toMatchObject({
      title: 'Notes',
    })
    await expect(withModule.readEntity(Book, 5)).rejects.toMatchObject({
      status: 400,
      issues: [{ path: '', message: 'The body is no Book' }],
    })
  })
})

const accepted: [FieldType, unknown, unknown?][] = [
  ['string', ''],
  ['string', '😀'],
  ['integer', -5],
  ['integer', 2 ** 53 - 1],
  ['bigint', 5, 5n],
  ['bigint', '9223372036854775807', 9223372036854775807n],
  ['number', 1.5],
  ['number', 1e300],
  ['decimal', '12345678901.123456'],
  ['decimal', 0.1, '0.1'],
  ['decimal', 12345678901.25, '12345678901.25'],
  ['boolean', false],
  ['uuid', '00000000-0000-4000-8000-0123456789ab'],
  ['objectId', '0123456789abcdef01234567'],
  ['date', '2024-02-29'],
  ['datetime', '2024-02-29T12:00:00Z', new Date('2024-02-29T12:00:00Z')],
  ['datetime', '2024-02-29T12:00:00.123456+02:00', new Date('2024-02-29T10:00:00.123Z')],
  ['json', { a: [1, null] }],
]
const refused: [FieldType, unknown][] = [
  ['string', 5],
  ['string', 'a\0b'],
  ['string', '\uD800'],
  ['integer', '5'],
  ['integer', 1.5],
  ['integer', Number('12345678901234567890')],
  ['integer', true],
  ['bigint', '9223372036854775808'],
  ['bigint', '01'],
  ['bigint', 2 ** 60],
  ['number', 'NaN'],
  ['number', Number('12345678901234567890')],
  // JSON.parse has already rounded this number, so its digits are lost.
  ['decimal', Number('123456789012.123456')],
  ['decimal', '1.0000001'],
  ['boolean', 'true'],
  ['boolean', 1],
  ['uuid', '00000000-0000-4000-8000-0123456789AB'],
  ['objectId', 'x'],
  ['date', '2023-02-29'],
  ['date', '0000-01-01'],
  ['date', '2024-2-9'],
  ['datetime', '2024-02-29'],
  ['datetime', '2024-02-29T12:00:00'],
  ['datetime', '9999-12-31T23:59:60Z'],
  ['datetime', '2024-02-29T12:60:00Z'],
  ['datetime', '2024-02-29T24:00:00Z'],
  ['datetime', '2024-02-29T12:00:00+15:00'],
  ['datetime', 0],
]

const entityWith = (fieldType: FieldType): EntityDefinition =>
  defineEntity({ name: 'Any', key: { id: 'integer' }, fields: { value: fieldType } })

describe('fields', () => {
  test.each(accepted)('a field of type %s accepts %p', async (fieldType, value, expected = value) => {
    await expect(mapper.readEntity(entityWith(fieldType), { value })).resolves.toMatchObject({
      value: expected,
    })
  })

  test.each(refused)('a field of type %s refuses %p', async (fieldType, value) => {
    await expect(mapper.readEntity(entityWith(fieldType), { value })).rejects.toMatchObject({ status: 400 })
  })

  test('a field of type number rounds a text with too many digits, as JSON.parse does', async () => {
    const readText = async (value: string): Promise<unknown> =>
      mapper.readEntity(entityWith('number'), { value }, { textual: true })
    await expect(readText('0.1000000000000000055')).resolves.toMatchObject({ value: 0.1 })
    await expect(readText('1e400')).rejects.toMatchObject({ status: 400 })
  })
})

const parse = (keyType: KeyType, text: string): unknown =>
  defineEntity({ name: 'Any', key: { id: keyType }, fields: {} }).parseKey(text)

describe('keys', () => {
  test.each([
    ['integer', '0', 0],
    ['integer', '9007199254740991', 9007199254740991],
    ['bigint', '9223372036854775807', 9223372036854775807n],
    ['string', 'constructor', 'constructor'],
    ['string', 'a b/c', 'a b/c'],
    ['uuid', '00000000-0000-4000-8000-0123456789ab', '00000000-0000-4000-8000-0123456789ab'],
    ['objectId', '0123456789abcdef01234567', '0123456789abcdef01234567'],
  ] as const)('a key of type %s is read from %p', (keyType, text, key) => {
    expect(parse(keyType, text)).toBe(key)
  })

  test.each([
    ...[
      'abc',
      '01',
      '1e0',
      '0x1',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1.0',
      '',
      '9007199254740992',
      '１',
      'constructor',
    ].map((text) => ['integer', text] as const),
    ['bigint', '9223372036854775808'],
    ['bigint', '01'],
    ['string', ''],
    ['string', 'a\u0000'],
    ['string', 'a\u0085'],
    ['string', '.'],
    ['string', '..'],
    ['string', 'a'.repeat(256)],
    ['uuid', '00000000-0000-4000-8000-0123456789AB'],
    ['uuid', '1'],
    ['objectId', '0123456789ABCDEF01234567'],
    ['objectId', '{"$gt":""}'],
  ] as const)('a key of type %s refuses %p', (keyType, text) => {
    expect(() => parse(keyType, text)).toThrow(
      expect.objectContaining({ name: 'IllegalArgumentException', status: 400 }),
    )
  })
})

describe('merge patches', () => {
  const current = Book.create({
    id: 1,
    title: 'Notes',
    review: 'Good',
    extra: { a: 1, b: { c: 2 } },
    version: 4,
  })
  const patch = (body: unknown): Promise<Book> => mapper.readPatch(Book, body)(current)

  test('a merge patch changes only the named fields, sets fields to null, and merges json fields', async () => {
    await expect(patch({ review: null, extra: { a: null, b: { d: 3 } }, unknown: 1 })).resolves.toEqual(
      Book.create({ ...current, review: null, extra: { b: { c: 2, d: 3 } } }),
    )
    expect(current.extra).toEqual({ a: 1, b: { c: 2 } })
  })

  test.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('a json field %p patched with %p is %p, as in appendix A of RFC 7396', async (extra, change, merged) => {
    const book = Book.create({ id: 1, title: 'Notes', extra })
    await expect(mapper.readPatch(Book, { extra: change })(book)).resolves.toMatchObject({ extra: merged })
    expect((await mapper.readPatch(Book, { extra: change })(book)).extra).toEqual(merged)
  })

  test.each([[{ title: null }], [{ title: 5 }], [[]], [null], ['a']])(
    'the merge patch %p is refused',
    async (body) => {
      await expect((async () => patch(body))()).rejects.toMatchObject({ status: 400 })
    },
  )

  test('a merge patch cannot change the key', async () => {
    await expect(patch({ id: 2 })).rejects.toMatchObject({ name: 'IllegalArgumentException' })
    await expect(patch({ id: 1 })).resolves.toMatchObject({ id: 1 })
  })

  test('a merge patch does not change prototypes', async () => {
    const body: unknown = JSON.parse(
      '{"extra":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}',
    )
    const { extra } = await patch(body)
    expect(extra).not.toHaveProperty('polluted')
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('schemas', () => {
  const titled = {
    name: 'Book',
    key: { id: 'integer' },
    fields: { title: 'string', review: 'string?', shelf: { type: 'integer', readOnly: true, default: 1 } },
  } as const
  const schemas = [
    ['zod', z.object({ title: z.string().min(2).trim(), review: z.string().optional() })],
    [
      'strict zod',
      z.strictObject({ title: z.string().min(2).trim(), review: z.string().nullable().optional() }),
    ],
    [
      'valibot',
      v.object({ title: v.pipe(v.string(), v.minLength(2), v.trim()), review: v.optional(v.string()) }),
    ],
    ['arktype', type({ title: 'string.trim |> string >= 2', 'review?': 'string' })],
  ] as const

  test.each(schemas)('a schema of %s validates and changes the writable fields', async (_name, schema) => {
    const entity = defineEntity({ ...titled, schema })
    const body = { id: 3, title: ' Notes ', review: null, shelf: 9 }
    await expect(mapper.readEntity(entity, body)).resolves.toMatchObject({
      id: 3,
      title: 'Notes',
      review: null,
      shelf: 1,
    })
    await expect(mapper.readEntity(entity, { title: 'N' })).rejects.toMatchObject({
      name: 'ValidationException',
      issues: [{ path: 'title' }],
    })
  })

  test.each(schemas)('a schema of %s validates the whole entity after a patch', async (_name, schema) => {
    const entity = defineEntity({ ...titled, schema })
    const current = entity.create({ id: 1, title: 'Notes', review: null, shelf: 2 })
    await expect(mapper.readPatch(entity, { review: 'Good' })(current)).resolves.toMatchObject({
      review: 'Good',
      shelf: 2,
    })
    await expect(mapper.readPatch(entity, { title: 'N' })(current)).rejects.toMatchObject({ status: 400 })
  })

  test('a schema cannot add undeclared fields or write read-only fields', async () => {
    const schema = z.object({ title: z.string() }).transform((book) => ({ ...book, shelf: 5, isAdmin: true }))
    const book = await mapper.readEntity(defineEntity({ ...titled, schema }), { title: 'Notes' })
    expect(book).toEqual(expect.objectContaining({ title: 'Notes', shelf: 1 }))
    expect(book).not.toHaveProperty('isAdmin')
  })

  test('a schema may add a value that the body lacks', async () => {
    const entity = defineEntity({ ...titled, schema: z.object({ title: z.string().default('untitled') }) })
    await expect(mapper.readEntity(entity, {})).resolves.toMatchObject({ title: 'untitled' })
  })

  test('a schema changes only fields that it names', async () => {
    const entity = defineEntity({ ...titled, schema: z.object({ title: z.string() }) })
    await expect(mapper.readEntity(entity, { title: 'Notes', review: 'Good' })).resolves.toMatchObject({
      review: 'Good',
    })
    const current = entity.create({ id: 1, title: 'Notes', review: 'Good', shelf: 2 })
    await expect(mapper.readPatch(entity, { title: 'More' })(current)).resolves.toMatchObject({
      review: 'Good',
    })
  })

  test('a schema may be asynchronous', async () => {
    const schema = z.object({ title: z.string().refine(async (title) => title !== 'taken', 'is taken') })
    const entity = defineEntity({ ...titled, schema })
    await expect(mapper.readEntity(entity, { title: 'taken' })).rejects.toThrow('title: is taken')
    await expect(mapper.readEntity(entity, { title: 'free' })).resolves.toMatchObject({ title: 'free' })
  })
})

describe('decorated classes', () => {
  @Entity({ table: 'shelves' })
  class Shelf {
    @Id('integer') id!: number
    @Field('string') label!: string
    @Field({ type: 'integer?', column: 'room_no' }) room!: number | null
    @Version version!: number
    books: string[] = []
    get title(): string {
      return `${this.label} in ${this.room}`
    }
  }

  test('a body becomes an instance of a decorated class, but cannot set undecorated properties', async () => {
    const shelf = await mapper.readEntity(entityOf(Shelf), { label: 'A', room: 5, books: ['none'] })
    expect(shelf).toBeInstanceOf(Shelf)
    expect(shelf.title).toBe('A in 5')
    expect(shelf.books).toEqual([])
    expect(entityOf<Shelf, number>(Shelf)).toMatchObject({
      name: 'Shelf',
      table: 'shelves',
      version: 'version',
    })
  })

  test('entityOf refuses a class without decorators', () => {
    class Unmarked {}
    expect(() => entityOf(Unmarked)).toThrow(expect.objectContaining({ code: 'E_CONFIG' }))
  })
})

test.each<[string, string, () => unknown]>([
  ['no key', 'key', () => defineEntity({ name: 'A', key: {}, fields: {} })],
  ['two keys', 'key', () => defineEntity({ name: 'A', key: { a: 'integer', b: 'integer' }, fields: {} })],
  [
    'an unknown key type',
    'key',
    () => defineEntity({ name: 'A', key: { id: 'float' as 'integer' }, fields: {} }),
  ],
  [
    'an unknown field type',
    'fields',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: { a: 'text' as 'string' } }),
  ],
  [
    'a reserved name',
    'fields',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: { constructor: 'string' } }),
  ],
  [
    'a key named constructor',
    'key',
    () => defineEntity({ name: 'A', key: { constructor: 'integer' }, fields: {} }),
  ],
  [
    'a relation with a blank',
    'relations',
    () =>
      defineEntity({
        name: 'A',
        key: { id: 'integer' },
        fields: { b: 'integer' },
        relations: { 'a b': { entity: () => Book, by: 'b' } },
      }),
  ],
  ['a name with a blank', 'name', () => defineEntity({ name: 'A b', key: { id: 'integer' }, fields: {} })],
  [
    'a property twice',
    'fields',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: { id: 'string' } }),
  ],
  [
    'two properties in one column',
    'column',
    () =>
      defineEntity({
        name: 'A',
        key: { id: 'integer' },
        fields: { authorId: 'integer', author_id: 'integer' },
      }),
  ],
  [
    'maxLength 0',
    'maxLength',
    () =>
      defineEntity({ name: 'A', key: { id: 'integer' }, fields: { a: { type: 'string', maxLength: 0 } } }),
  ],
  [
    'maxLength of a number',
    'maxLength',
    () =>
      defineEntity({ name: 'A', key: { id: 'integer' }, fields: { a: { type: 'integer', maxLength: 5 } } }),
  ],
  [
    'a view that is not a class',
    'views',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: {}, views: { id: 'Summary' as never } }),
  ],
  [
    'a view of an unknown property',
    'views',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: {}, views: { x: class {} } }),
  ],
  [
    'a schema that is not a Standard Schema',
    'schema',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: {}, schema: {} as never }),
  ],
  [
    'null as a schema',
    'schema',
    () => defineEntity({ name: 'A', key: { id: 'integer' }, fields: {}, schema: null as never }),
  ],
])('an entity with %s is refused, and the error names the option %s', (_what, option, define) => {
  expect(define).toThrow(expect.objectContaining({ code: 'E_CONFIG', option }))
})

test.each<[string, string, object]>([
  ['no fields', 'fields', { fields: undefined }],
  ['no key', 'key', { key: null }],
  ['a field that is null', 'The field a', { fields: { a: null } }],
  ['a field without a type', 'type', { fields: { a: {} } }],
  ['an unknown option', 'veiws', { veiws: {} }],
  ['an unknown option of a key', 'generate', { key: { id: { type: 'integer', generate: true } } }],
  ['an unknown option of a field', 'readonly', { fields: { a: { type: 'string', readonly: true } } }],
  [
    'an unknown option of a relation',
    'to',
    { fields: { by: 'integer' }, relations: { a: { entity: () => Book, by: 'by', to: 1 } } },
  ],
])('an entity declared in JavaScript with %s is refused, and the error names %s', (_what, option, wrong) => {
  const define = (): unknown => defineEntity({ name: 'A', key: { id: 'integer' }, fields: {}, ...wrong })
  expect(define).toThrow(expect.objectContaining({ code: 'E_CONFIG', option }))
})

test('the properties of an entity have the types of the declared fields', () => {
  const book: Book = Book.create({ title: 'Notes' })
  const title: string = book.title
  const review: string | null = book.review
  const createdAt: Date = book.createdAt
  const id: number = Book.parseKey('1')
  // @ts-expect-error -- a title is not a number
  const wrong: number = book.title
  expect([title, review, createdAt, id, wrong]).toEqual(['Notes', null, null, 1, 'Notes'])
})

test('the message for an invalid value names the broken rule: null, type or length', () => {
  const Note = defineEntity({
    name: 'Note',
    key: { id: 'integer' },
    fields: { title: { type: 'string', maxLength: 3 }, year: 'integer' },
  })
  const messageOf = (body: object): unknown => {
    try {
      return createJsonMapper().readPatch(Note, body)
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(messageOf({ title: null })).toBe('title: must not be null')
  expect(messageOf({ title: 5 })).toBe('title: must be a text')
  expect(messageOf({ title: 'a\0b' })).toBe('title: must be a text without NUL and lone surrogates')
  expect(messageOf({ title: 'long' })).toBe('title: must have at most 3 characters')
  expect(messageOf({ title: 'long', year: '5' })).toBe(
    'title: must have at most 3 characters; year: must be an integer that JSON can carry exactly',
  )
})

test('an entity whose key clients choose has a hidden, read-only field rowToken', () => {
  const Tag = defineEntity({ name: 'Tag', key: { name: 'string' }, fields: {} })
  expect(Tag.field('rowToken')).toMatchObject({ hidden: true, readOnly: true, nullable: true })
})
