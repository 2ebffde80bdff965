import { describe, expect, test } from '@jest/globals'
import {
  createJsonMapper,
  defineEntity,
  Entity,
  Field,
  Id,
  JsonView,
  jsonViews,
  Page,
  Relation,
  serializerModule,
  SerializerModules,
  type ModuleSource,
  type EntityDefinition,
} from '@mvc-router/rest'
import fc from 'fast-check'

class SummaryView {}
class DetailView extends SummaryView {}
class AdminView {}

const mapper = createJsonMapper()

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: { title: 'string', author: 'string', review: { type: 'string?' }, extra: 'json?' },
  views: { id: SummaryView, author: [SummaryView], review: [DetailView, AdminView], extra: DetailView },
})
const effectiveJava = Book.create({
  id: 1,
  title: 'Effective Java',
  author: 'Joshua Bloch',
  review: 'Essential',
})

describe('without a view', () => {
  test('without a view, all fields are written in declared order', () => {
    expect(mapper.stringify(effectiveJava)).toBe(
      '{"id":1,"title":"Effective Java","author":"Joshua Bloch","review":"Essential","extra":null}',
    )
  })

  test('without a view, undeclared properties are written too', () => {
    const book = Object.assign(Book.create({ id: 1 }), { rating: 5 })
    expect(mapper.stringify(book)).toMatch(/,"extra":null,"rating":5\}$/)
  })

  test('without a view, undeclared properties are written beside a marked getter', () => {
    class Item {
      id = 1
      rating = 5
      @JsonView(SummaryView) get label(): string {
        return `Item ${this.id}`
      }
      undeclared = true
    }
    expect(mapper.stringify(new Item())).toBe('{"label":"Item 1","id":1,"rating":5,"undeclared":true}')
    class Only {
      @JsonView(SummaryView) get label(): string {
        return 'only'
      }
      own = 1
    }
    expect(mapper.stringify(new Only())).toBe('{"label":"only","own":1}')
  })

  test('a hole in a list is null', () => {
    // oxlint-disable-next-line no-sparse-arrays -- the test needs a hole
    const list = [, 1]
    expect(mapper.stringify(list)).toBe('[null,1]')
    expect(mapper.toData(list)).toEqual([null, 1])
    expect(mapper.toXml(list, 'List')).toMatch('<List><item/><item>1</item></List>')
  })

  test('a marked property of the prototype is written in JSON and XML', () => {
    class Item {
      id = 1
      declare status: string
    }
    Object.assign(Item.prototype, { status: 'new' })
    jsonViews(Item, { properties: { id: SummaryView, status: SummaryView } })
    const item = new Item()
    expect(mapper.stringify([item, item], SummaryView)).toBe(
      '[{"id":1,"status":"new"},{"id":1,"status":"new"}]',
    )
    expect(mapper.toXml(item, 'Item', SummaryView)).toMatch('<Item><id>1</id><status>new</status></Item>')
  })

  test('rows of different classes and shapes in a list are each written completely', () => {
    @Entity()
    class Row {
      @Id('bigint') id!: unknown
      @Field('integer?') rank!: unknown
      @JsonView(SummaryView) get label(): string {
        return 'from a getter'
      }
    }
    const Account = defineEntity({ name: 'Account', key: { id: 'bigint' }, fields: { open: 'boolean' } })
    const account = Account.create({ id: 9007199254740993n, open: true })
    expect(mapper.stringify([account])).toBe('[{"id":"9007199254740993","open":true}]')
    const row = (values: object): Row => Object.assign(Object.create(Row.prototype) as Row, values)
    const plain = Book.create({ id: 1, title: 'A', author: 'B', review: null, extra: true })
    const rows = [
      plain,
      row({ id: 9007199254740993n, rank: 1 }),
      row({ rank: 2, id: '1' }),
      row({}),
      null,
      'text',
    ]
    expect(mapper.stringify([plain, plain])).toBe(`[${mapper.stringify(plain)},${mapper.stringify(plain)}]`)
    expect(mapper.stringify(rows)).toBe(
      '[{"id":1,"title":"A","author":"B","review":null,"extra":true},' +
        '{"id":"9007199254740993","rank":1,"label":"from a getter"},' +
        '{"id":"1","rank":2,"label":"from a getter"},{"label":"from a getter"},null,"text"]',
    )
    expect(mapper.stringify([row({ id: 1n, rank: 3 })])).toBe('[{"id":"1","rank":3,"label":"from a getter"}]')
    expect(mapper.stringify([row({ id: '1', rank: 3 })])).toBe(
      '[{"id":"1","rank":3,"label":"from a getter"}]',
    )
  })

  test('a hidden field is never written', () => {
    const User = defineEntity({
      name: 'User',
      key: { id: 'integer' },
      fields: { password: { type: 'string', hidden: true }, name: 'string' },
      views: { password: SummaryView, id: SummaryView },
    })
    const user = User.create({ id: 1, password: 'secret', name: 'Ada' })
    expect(mapper.stringify([user])).toBe('[{"id":1,"name":"Ada"}]')
    expect(mapper.stringify([user], SummaryView)).toBe('[{"id":1}]')
  })

  test.each<[unknown]>([
    [null],
    [undefined],
    [[undefined, () => 1, Symbol('a'), Number.NaN]],
    [{ a: undefined, b: () => 1, c: [], d: {}, e: -0, f: 1e21, g: Infinity }],
    ['"quoted" \\ \n \u0001 \u2028 \uD800 😀'],
    [`${'long '.repeat(20)}"\uDC00😀`],
    [{ __proto__x: 1, 'a"b': { toJSON: () => 'json' } }],
    [JSON.parse('{"__proto__": {"a": 1}, "": [[[]]]}')],
    [new Date(0)],
    [{ url: new URL('http://example.com/') }],
  ])('stringify writes %p as JSON.stringify does', (value) => {
    expect(mapper.stringify(value)).toBe(JSON.stringify(value) ?? 'null')
  })

  test('big integers are written as texts, bytes as base64, maps as objects and sets as lists', () => {
    const value = { id: 2n ** 60n, bytes: Buffer.from('hi'), map: new Map([['a', 1]]), set: new Set([1]) }
    expect(mapper.stringify(value)).toBe(
      '{"id":"1152921504606846976","bytes":"aGk=","map":{"a":1},"set":[1]}',
    )
  })
})

test('stringify and toData write any JSON value as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), (value) => {
      expect(mapper.stringify(value)).toBe(JSON.stringify(value))
      expect(JSON.stringify(mapper.toData(value))).toBe(JSON.stringify(value))
    }),
  )
})

describe('in a view', () => {
  test('in a view, only marked properties are written', () => {
    expect(mapper.stringify(effectiveJava, SummaryView)).toBe('{"id":1,"author":"Joshua Bloch"}')
  })

  test('a view also writes the properties of the view that it extends', () => {
    expect(JSON.parse(mapper.stringify(effectiveJava, DetailView))).toEqual({
      id: 1,
      author: 'Joshua Bloch',
      review: 'Essential',
      extra: null,
    })
  })

  test('a property can be part of several views', () => {
    expect(mapper.stringify(effectiveJava, AdminView)).toBe('{"review":"Essential"}')
  })

  test('in a view, a page has its totals, and the entities of the page have only marked properties', () => {
    const page = new Page([effectiveJava], { number: 0, size: 10, totalElements: 1 })
    expect(mapper.stringify(page, SummaryView)).toBe(
      '{"content":[{"id":1,"author":"Joshua Bloch"}],"totalPages":1,"totalElements":1,"size":10,"number":0,"numberOfElements":1}',
    )
  })

  test('in a view, an object without a class is written empty', () => {
    expect(mapper.stringify([{ password: 'secret' }, Object.create(null)], SummaryView)).toBe('[{},{}]')
  })

  test('in a view, a json field is written completely, except for entities in the json data', () => {
    const book = Book.create({ id: 1, extra: { deep: [{ a: 1 }], book: effectiveJava } })
    expect(JSON.parse(mapper.stringify(book, DetailView))).toMatchObject({ extra: { deep: [{ a: 1 }] } })
    expect(mapper.stringify(book, DetailView)).not.toContain('Effective Java')
  })

  test('in a view, objects in sets and maps have only marked properties, as in a list', () => {
    class Secret {
      readonly password = 'secret'
    }
    class Account {
      @JsonView(SummaryView) readonly set = new Set<unknown>([
        new Secret(),
        { password: 'secret' },
        effectiveJava,
      ])
      @JsonView(SummaryView) readonly map = new Map<string, unknown>([
        ['one', new Map([['deep', new Secret()]])],
        ['__proto__', effectiveJava],
        ['number', 1],
      ])
    }
    const book = mapper.stringify(effectiveJava, SummaryView)
    const expected = `{"set":[{},{},${book}],"map":{"one":{"deep":{}},"__proto__":${book},"number":1}}`
    expect(mapper.stringify(new Account(), SummaryView)).toBe(expected)
    expect(JSON.stringify(mapper.toData(new Account(), SummaryView))).toBe(expected)
    expect(mapper.toXml(new Account(), 'Account', SummaryView)).not.toContain('secret')
    expect(mapper.stringify(new Map([['one', new Secret()]]))).toBe('{"one":{"password":"secret"}}')
  })

  test('toJSON does not bypass the view', () => {
    class Account {
      @JsonView(SummaryView) id = 1
      password = 'secret'
      toJSON(): object {
        return Object.assign({}, this)
      }
    }
    class Unmarked {
      toJSON(): object {
        return { password: 'secret' }
      }
    }
    class Standing {
      toJSON(): object {
        return new Account()
      }
    }
    expect(mapper.stringify(new Account(), SummaryView)).toBe('{"id":1}')
    expect(mapper.stringify(new Unmarked(), SummaryView)).toBe('{}')
    expect(mapper.stringify(new Standing(), SummaryView)).toBe('{}')
    expect(mapper.stringify(new Unmarked())).toBe('{"password":"secret"}')
  })

  test('in a view, a scalar that toJSON returns is written', () => {
    class Loan {
      @JsonView(SummaryView) home = new URL('http://example.com/')
      @JsonView(SummaryView) due = new Date(0)
      @JsonView(SummaryView) fee = { toJSON: (): null => null }
    }
    expect(mapper.stringify(new Loan(), SummaryView)).toBe(
      '{"home":"http://example.com/","due":"1970-01-01T00:00:00.000Z","fee":null}',
    )
  })

  test('an unmarked property of a subclass is written only without a view', () => {
    class Item {
      @JsonView(SummaryView) id = 1
    }
    class SecretItem extends Item {
      secret = 'secret'
    }
    class MarkedItem extends Item {
      @JsonView(SummaryView) more = 2
    }
    expect(mapper.stringify(new SecretItem(), SummaryView)).toBe('{"id":1}')
    expect(mapper.stringify(new SecretItem())).toBe('{"id":1,"secret":"secret"}')
    expect(mapper.stringify(new MarkedItem(), SummaryView)).toBe('{"id":1,"more":2}')
    expect(mapper.stringify(new Item(), SummaryView)).toBe('{"id":1}')
  })

  test('a getter with a view is written in this view and without a view', () => {
    class Person {
      first = 'Ada'
      last = 'Lovelace'
      @JsonView(SummaryView) get name(): string {
        return `${this.first} ${this.last}`
      }
    }
    expect(mapper.stringify(new Person(), SummaryView)).toBe('{"name":"Ada Lovelace"}')
    expect(JSON.parse(mapper.stringify(new Person()))).toEqual({
      first: 'Ada',
      last: 'Lovelace',
      name: 'Ada Lovelace',
    })
  })

  test('a view applies to nested entities and lists, so a view can cut a cycle', () => {
    @Entity()
    class Author {
      @Id('integer') @JsonView(SummaryView) id!: number
      @Field('string') @JsonView(SummaryView) name!: string
      @Relation({ entity: (): EntityDefinition => Book, by: 'author', many: true })
      @JsonView(AdminView)
      books!: object[]
    }
    class Written {
      @JsonView(SummaryView) title = 'Notes'
      @JsonView(SummaryView, AdminView) author: Author
      constructor(author: Author) {
        this.author = author
      }
    }
    const author = new Author()
    Object.assign(author, { id: 1, name: 'Ada', books: [new Written(author)] })
    expect(mapper.stringify(author.books, SummaryView)).toBe(
      '[{"title":"Notes","author":{"id":1,"name":"Ada"}}]',
    )
    expect(() => mapper.stringify(author)).toThrow(
      expect.objectContaining({
        type: 'Author',
        message: expect.stringContaining('Cut the cycle with a view'),
      }),
    )
    expect(() => mapper.stringify(author, AdminView)).toThrow(expect.objectContaining({ code: 'E_CYCLE' }))
  })

  test('jsonViews sets the views of properties without decorators', () => {
    class Track {
      id = 1
      title = 'So What'
    }
    class Album extends Track {
      label = 'Columbia'
    }
    jsonViews(Track, { properties: { id: SummaryView } })
    jsonViews(Album, { properties: { label: [SummaryView] } })
    expect(mapper.stringify([new Track(), new Album()], SummaryView)).toBe(
      '[{"id":1},{"id":1,"label":"Columbia"}]',
    )
  })
})

describe('cycles', () => {
  test.each([
    [
      'an object that contains itself',
      () => {
        const value: { self?: unknown } = {}
        value.self = value
        return value
      },
    ],
    [
      'a list that contains itself',
      () => {
        const value: unknown[] = []
        value.push(value)
        return value
      },
    ],
    ['a module that returns its argument', () => new Date(0)],
  ])('%s throws E_CYCLE', (name, make) => {
    const modules = name.includes('module')
      ? [serializerModule({ type: Date, serialize: (date) => date })]
      : []
    expect(() => createJsonMapper({ modules }).stringify(make())).toThrow(
      expect.objectContaining({ code: 'E_CYCLE' }),
    )
    expect(() => createJsonMapper({ modules }).toData(make())).toThrow(
      expect.objectContaining({ code: 'E_CYCLE' }),
    )
    expect(() => createJsonMapper({ modules }).toXml(make(), 'Root')).toThrow(
      expect.objectContaining({ code: 'E_CYCLE' }),
    )
  })
})

describe('modules', () => {
  const modules = [
    serializerModule({ type: Book.type, serialize: ({ title, author }) => `${title} written by ${author}` }),
  ]

  test('a serializer applies to all objects of a class, and takes precedence over a view', () => {
    const withModule = createJsonMapper({ modules })
    expect(withModule.stringify([effectiveJava])).toBe('["Effective Java written by Joshua Bloch"]')
    expect(withModule.stringify({ book: effectiveJava })).toBe(
      '{"book":"Effective Java written by Joshua Bloch"}',
    )
    expect(withModule.stringify(effectiveJava, SummaryView)).toBe('"Effective Java written by Joshua Bloch"')
  })

  test('a module of the application replaces only the predefined module of the same class', () => {
    expect(createJsonMapper({ modules }).stringify(new Date(0))).toBe('"1970-01-01T00:00:00.000Z"')
    const ownDate = serializerModule({ type: Date, serialize: (date) => date.getTime() })
    expect(createJsonMapper({ modules: [ownDate] }).stringify([new Date(5), new Set([1])])).toBe('[5,[1]]')
  })

  test('modules may be given as a list of modules or classes, as SerializerModules, or as sourceList', () => {
    class BookModule {
      readonly type = Book.type
      serialize(this: void, book: object): string {
        return `a book with ${Object.keys(book).length} properties`
      }
    }
    const given = [
      [new BookModule()],
      [BookModule],
      new SerializerModules([BookModule]),
      { sourceList: [BookModule] },
    ]
    for (const source of given)
      expect(createJsonMapper({ modules: source }).stringify(effectiveJava)).toMatch(/^"a book with/)
  })

  test('createJsonMapper refuses modules that are not a list, and modules without functions', () => {
    const wrong: readonly unknown[] = [[{ type: Date }], { sourceList: 5 }, 5, null, {}]
    for (const none of wrong)
      expect(() => createJsonMapper({ modules: none as ModuleSource })).toThrow(
        expect.objectContaining({ code: 'E_CONFIG' }),
      )
  })
})

test('toData returns the data that stringify writes', () => {
  const values = [effectiveJava, { id: 1n, at: new Date(0), list: [undefined, Number.NaN], none: undefined }]
  const page = new Page(values, { number: 0, size: 10, totalElements: 2 })
  for (const view of [undefined, SummaryView, DetailView])
    expect(JSON.stringify(mapper.toData(page, view))).toBe(mapper.stringify(page, view))
})

describe('toXml', () => {
  const values: readonly unknown[] = [
    effectiveJava,
    [effectiveJava, null, [1, [2]], new Set([3, new Set()]), new Map([['a b', new Date(0)]])],
    { list: [undefined, Number.NaN, '', {}], none: undefined, url: new URL('http://example.com/'), big: 1n },
    { a: { toJSON: () => [1, 2] }, b: [{ toJSON: () => null }], c: [], d: () => 1, e: Infinity },
    Object.assign(Book.create({ id: 1 }), { rating: [5, 6] }),
    new Page([effectiveJava, { simple: true }], { number: 0, size: 10, totalElements: 2 }),
    null,
    'text',
  ]

  test.each(values.map((value) => [value]))('toXml writes %p like the result of toData', (value) => {
    for (const view of [undefined, SummaryView, DetailView])
      expect(mapper.toXml(value, 'Root', view)).toBe(mapper.toXml(mapper.toData(value, view), 'Root'))
  })

  test('toXml writes a json field as JSON, to keep the types of its values', () => {
    const book = Book.create({ id: 1, extra: { any: [{ data: '<&>' }, 5, null] } })
    expect(mapper.toXml([book], 'List')).toContain(
      '<extra>{&quot;any&quot;:[{&quot;data&quot;:&quot;&lt;&amp;&gt;&quot;},5,null]}</extra>',
    )
  })

  test('toXml writes any JSON value like the result of toData', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(mapper.toXml(value, 'Root')).toBe(mapper.toXml(mapper.toData(value), 'Root'))
      }),
    )
  })

  test('toXml writes a list or set in an object as repeated elements', () => {
    const value = { tag: new Set(['a', 'b']), lists: [[1, 2], []], none: null, empty: '' }
    expect(mapper.toXml(value, 'Root')).toMatch(
      /<Root><tag>a<\/tag><tag>b<\/tag><lists><item>1<\/item><item>2<\/item><\/lists><lists\/><empty\/><\/Root>$/,
    )
  })
})

test.each([[undefined], ['SummaryView'], [{}]])('%p is refused as a view', (view) => {
  const define = (): unknown =>
    class Item {
      // @ts-expect-error -- not a class
      @JsonView(view) id = 1
    }
  expect(define).toThrow(expect.objectContaining({ code: 'E_CONFIG' }))
})

test('a method with two views is refused', () => {
  expect(() => {
    class Controller {
      @JsonView(SummaryView, DetailView) list(): void {}
    }
    return Controller
  }).toThrow(expect.objectContaining({ code: 'E_CONFIG' }))
})

test('with experimentalDecorators, each decorator throws an error that says to turn this option off', () => {
  const mark = JsonView(SummaryView) as (...parameters: unknown[]) => void
  const id = Id('integer') as (...parameters: unknown[]) => void
  const entity = Entity() as (...parameters: unknown[]) => void
  for (const call of [() => mark({}, 'id'), () => id({}, 'id'), () => entity(Object), () => mark(Object)])
    expect(call).toThrow(/turn "experimentalDecorators" off/)
})
