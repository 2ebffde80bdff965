import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import {
  createJsonMapper,
  CrudServiceImpl,
  defineEntity,
  MemoryRepository,
  NotFoundException,
  Page,
  RepositoryBasedRestController,
  type RequestContext,
  ServiceBasedRestController,
  type EntityOf,
  type RestController,
} from '@mvc-router/rest'

const Sample = defineEntity({
  name: 'Sample',
  key: { id: 'integer' },
  fields: {
    name: { type: 'string?', unique: true },
    secret: { type: 'string?', hidden: true },
    made: { type: 'string?', readOnly: true },
    data: 'json?',
  },
  version: 'version',
})
type Sample = EntityOf<typeof Sample>
type SampleRepository = MemoryRepository<Sample, number>

const outsideOfRequests: RequestContext = {
  request: new IncomingMessage(new Socket()),
  user: undefined,
  signal: new AbortController().signal,
}

class SampleController extends RepositoryBasedRestController<Sample, number, SampleRepository> {}

class SampleService extends CrudServiceImpl<Sample, number, SampleRepository> {
  async findBySlug(slug: string): Promise<Sample | undefined> {
    return this.repository.findOneBy({ name: slug })
  }
}
class SampleServiceController extends ServiceBasedRestController<Sample, number, SampleService> {}

class SluggableController extends RepositoryBasedRestController<Sample, number, SampleRepository> {
  override async findById(slug: string): Promise<Sample> {
    const sample = await this.repository.findOneBy({ name: slug })
    if (sample === undefined) throw new NotFoundException(`There is no sample named so`)
    return sample
  }
}
class SluggableServiceController extends ServiceBasedRestController<Sample, number, SampleService> {
  override async findById(slug: string): Promise<Sample> {
    const sample = await this.service.findBySlug(slug)
    if (sample === undefined) throw new NotFoundException(`There is no sample named so`)
    return sample
  }
  override identifierOf(sample: Sample): string | undefined {
    return sample.name ?? undefined
  }
}

const mapper = createJsonMapper()
const sample = (body: object): Promise<Sample> => mapper.readEntity(Sample, body)
const onlyVersion1 = ({ version }: Sample): void => {
  if (version !== 1) throw new RangeError('changed')
}
const query = (text: string): URLSearchParams => new URLSearchParams(text)

async function twoLayers(...names: string[]): Promise<SampleController> {
  const controller = new SampleController()
  controller.setRepository(await repositoryOf(names))
  return controller
}

async function threeLayers(...names: string[]): Promise<SampleServiceController> {
  const controller = new SampleServiceController()
  controller.setService(new SampleService(await repositoryOf(names)))
  return controller
}

async function repositoryOf(names: string[]): Promise<SampleRepository> {
  const repository = new MemoryRepository<Sample, number>(Sample)
  for (const name of names) await repository.insert(await sample({ name }))
  return repository
}

async function namesOf(controller: RestController<Sample>, text: string): Promise<(string | null)[]> {
  const found = await controller.findAll(query(text))
  return ('content' in found ? found.content : found).map(({ name }) => name)
}

describe.each([
  ['a repository', twoLayers],
  ['a service', threeLayers],
])('a controller with %s', (_layers, open: (...names: string[]) => Promise<RestController<Sample>>) => {
  test('a controller returns a page with its totals', async () => {
    const controller = await open('a', 'b', 'c')
    const page = await controller.findAll(query('page=2&size=2'))
    expect(page).toBeInstanceOf(Page)
    expect(page).toEqual({
      content: [expect.objectContaining({ id: 3, name: 'c' })],
      totalPages: 2,
      totalElements: 3,
      size: 2,
      number: 1,
      numberOfElements: 1,
    })
  })

  test.each([
    ['', ['a', 'b', 'c']],
    ['page=&size=&direction=&properties=', ['a', 'b', 'c']],
    ['page=1&size=2', ['a', 'b']],
    ['page=999999999&size=100', []],
    ['page=no', ['a', 'b', 'c']],
    ['page=no&direction=DESC&properties=name', ['c', 'b', 'a']],
    ['direction=desc&properties=name,id', ['c', 'b', 'a']],
    ['direction=asc&properties=version', ['a', 'b', 'c']],
    ['properties=nope', ['a', 'b', 'c']],
    ['ids[]=3&ids[]=1&ids[]=3&ids[]=77&page=no', ['c', 'a']],
    ['ids%5B%5D=2', ['b']],
    ['ids[]=', []],
    ['ids[]=&ids[]=2', ['b']],
    ['sort=-name', ['c', 'b', 'a']],
    ['sort=', ['a', 'b', 'c']],
  ])('a controller lists the entities that match the query ?%s', async (text, names) => {
    expect(await namesOf(await open('a', 'b', 'c'), text)).toEqual(names)
  })

  test.each([
    'page=0',
    'page=-1',
    'page=1e9',
    'page=01',
    'page=1.5',
    'page=1234567890',
    'page=NO',
    'page=1&page=2',
    'size=0',
    'size=101',
    'size=1e9',
    'size=ten',
    'page=no&size=0',
    'direction=sideways&properties=name',
    'direction=asc',
    'direction=asc&properties=',
    'direction=asc&properties=name,',
    'direction=asc&properties=nope',
    'direction=asc&properties=secret',
    'direction=asc&properties=data',
    'direction=asc&properties=constructor',
    'direction=asc&properties=__proto__',
    'direction=asc&properties=name&properties=id',
    'properties=;drop',
    'sort=name;drop',
    'id[$ne]=1',
    'unknown=1',
    'sort=name,name',
    'sort=-',
    'sort=secret',
    'sort=data',
    'sort=name&direction=asc',
    'sort=name&properties=name',
    'fields=secret',
    'fields=name,',
    'include=name',
    'include=nobody',
    'name=a',
    'name[contains]=a',
    'after=&page=1',
    'after=a',
    'after=&after=',
    'ids[]=1&after=',
    'ids[]=1&sort=name',
    'ids[]=abc',
    'ids[]=01',
    `${'ids[]=1&'.repeat(5)}ids[]=x`,
    Array.from({ length: 201 }, (_, index) => `ids[]=${index}`).join('&'),
  ])('a controller refuses the query ?%s with 400', async (text) => {
    await expect((await open('a')).findAll(query(text))).rejects.toMatchObject({
      name: 'IllegalArgumentException',
      status: 400,
    })
  })

  test('a controller refuses a list without pages that has more than maxUnpaged entities', async () => {
    const controller = Object.assign(await open('a', 'b', 'c'), { maxUnpaged: 2 })
    await expect(controller.findAll(query('page=no'))).rejects.toThrow(/more than 2/)
  })

  test('by default, a list without pages has at most 1000 entities', async () => {
    const names = Array.from({ length: 1000 }, (_, index) => `n${index}`)
    await expect((await open(...names)).findAll(query('page=no'))).resolves.toHaveLength(1000)
    await expect((await open(...names, 'more')).findAll(query('page=no'))).rejects.toThrow(/more than 1000/)
  })

  test('findById returns the entity; it refuses an invalid id with 400 and an unknown id with 404', async () => {
    const controller = await open('a')
    await expect(controller.findById('1')).resolves.toMatchObject({ id: 1, name: 'a' })
    await expect(controller.findById('2')).rejects.toMatchObject({
      name: 'EntityNotFoundException',
      status: 404,
    })
    await expect(controller.findById('01')).rejects.toMatchObject({
      name: 'IllegalArgumentException',
      status: 400,
    })
  })

  test('create generates the id, and refuses an existing id or unique value with 409', async () => {
    const controller = await open('a')
    await expect(controller.create(await sample({ id: 77, name: 'b' }))).resolves.toMatchObject({
      id: 2,
      version: 1,
    })
    await expect(controller.create(await sample({ id: 1, name: 'c' }))).rejects.toMatchObject({ status: 409 })
    await expect(controller.create(await sample({ name: 'a' }))).rejects.toMatchObject({ status: 409 })
    expect(await namesOf(controller, '')).toEqual(['a', 'b'])
  })

  test('update replaces all writable fields and no other field', async () => {
    const controller = await open('a')
    const stored = await controller.findById('1')
    await controller.patch('1', async (current) =>
      Object.assign(current, { made: 'here', secret: 's', data: { a: 1 } }),
    )
    const updated = await controller.update('1', await sample({ name: 'b' }))
    // A client cannot replace hidden fields.
    expect(updated).toEqual(Sample.create({ id: 1, name: 'b', secret: 's', made: 'here', version: 3 }))
    await expect(controller.findById('1')).resolves.toEqual(updated)
    expect(stored).toMatchObject({ name: 'a', version: 1 })
  })

  test('update of an unknown id fails with 404 and creates nothing', async () => {
    const controller = await open('a')
    await expect(controller.update('2', await sample({ name: 'b' }))).rejects.toMatchObject({ status: 404 })
    expect(await namesOf(controller, '')).toEqual(['a'])
  })

  test('update refuses a different id with 400; update and patch refuse a different version with 409', async () => {
    const controller = await open('a', 'b')
    await expect(controller.update('1', await sample({ id: 2, name: 'x' }))).rejects.toMatchObject({
      status: 400,
    })
    await expect(controller.update('1', await sample({ id: 1, version: 7 }))).rejects.toMatchObject({
      name: 'OptimisticLockException',
      status: 409,
    })
    const patch = mapper.readPatch(Sample, { name: 'x', version: 7 })
    await expect(controller.patch('1', patch)).rejects.toMatchObject({ status: 409 })
    await expect(
      controller.update('1', await sample({ id: 1, version: 1, name: 'c' })),
    ).resolves.toMatchObject({ version: 2 })
  })

  test('patch changes the given fields and keeps all other fields', async () => {
    const controller = await open('a')
    const patched = await controller.patch('1', mapper.readPatch(Sample, { data: { x: [1] } }))
    expect(patched).toMatchObject({ id: 1, name: 'a', data: { x: [1] }, version: 2 })
    await expect(controller.patch('2', mapper.readPatch(Sample, {}))).rejects.toMatchObject({ status: 404 })
  })

  test('an entity can be deleted once, and deleteAllEntities deletes all entities', async () => {
    const controller = await open('a', 'b')
    await controller.delete('1')
    await expect(controller.delete('1')).rejects.toMatchObject({ status: 404 })
    await expect(controller.delete('x')).rejects.toMatchObject({ status: 400 })
    expect(await namesOf(controller, '')).toEqual(['b'])
    await controller.deleteAllEntities()
    expect(await namesOf(controller, '')).toEqual([])
  })

  test('a precondition that throws stops update, patch and delete', async () => {
    const controller = await open('a')
    const refuse = {
      ...outsideOfRequests,
      precondition: (): never => {
        throw new RangeError('no')
      },
    }
    await expect(controller.update('1', await sample({ name: 'b' }), refuse)).rejects.toThrow('no')
    await expect(controller.patch('1', mapper.readPatch(Sample, { name: 'b' }), refuse)).rejects.toThrow('no')
    await expect(controller.delete('1', refuse)).rejects.toThrow('no')
    expect(await namesOf(controller, '')).toEqual(['a'])
  })

  test('only one of many concurrent updates with a precondition on the version succeeds', async () => {
    const controller = await open('a')
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, async (_, index) =>
        controller.update('1', await sample({ name: `writer ${index}` }), {
          ...outsideOfRequests,
          precondition: onlyVersion1,
        }),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(controller.findById('1')).resolves.toMatchObject({ version: 2 })
  })

  test('identifierOf returns the key as a text', async () => {
    const controller = await open('a')
    expect(controller.identifierOf(await controller.findById('1'))).toBe('1')
  })
})

describe.each([
  ['a repository', async () => new SluggableController(await repositoryOf(['toto', 'titi']))],
  [
    'a service',
    async () => new SluggableServiceController(new SampleService(await repositoryOf(['toto', 'titi']))),
  ],
])(
  'a controller with %s that overrides only findById',
  (_layers, open: () => Promise<RestController<Sample>>) => {
    test('update, patch and delete find an entity by slug if findById finds by slug', async () => {
      const controller = await open()
      await expect(controller.update('toto', await sample({ name: 'tutu' }))).resolves.toMatchObject({
        id: 1,
        name: 'tutu',
      })
      await expect(controller.patch('tutu', mapper.readPatch(Sample, { data: 5 }))).resolves.toMatchObject({
        id: 1,
        data: 5,
      })
      await expect(controller.update('toto', await sample({}))).rejects.toMatchObject({ status: 404 })
      await controller.delete('tutu')
      await expect(controller.delete('tutu')).rejects.toMatchObject({ status: 404 })
      await expect(controller.delete('1')).rejects.toMatchObject({ status: 404 })
      expect(await namesOf(controller, '')).toEqual(['titi'])
    })

    test('ids[] finds by slug if findById finds by slug, and lists each entity once', async () => {
      expect(await namesOf(await open(), 'ids[]=titi&ids[]=1&ids[]=toto&ids[]=titi')).toEqual([
        'titi',
        'toto',
      ])
    })
  },
)

test('a list by ids[] fails with any error of findById except a 404', async () => {
  class Failing extends SluggableController {
    override async findById(): Promise<Sample> {
      throw new RangeError('no')
    }
  }
  await expect(new Failing(await repositoryOf([])).findAll(query('ids[]=a'))).rejects.toThrow('no')
})

test('ids[] with include finds the relations of all entities at once', async () => {
  const Author = defineEntity({ name: 'Author', key: { id: 'integer' }, fields: { name: 'string?' } })
  const Book = defineEntity({
    name: 'Book',
    key: { id: 'integer' },
    fields: { authorId: { type: 'integer?', references: () => Author } },
    relations: { author: { entity: () => Author, by: 'authorId' } },
  })
  let calls = 0
  class Authors extends MemoryRepository<EntityOf<typeof Author>, number> {
    override async findAll(
      ...selection: Parameters<MemoryRepository<EntityOf<typeof Author>, number>['findAll']>
    ) {
      calls += 1
      return super.findAll(...selection)
    }
  }
  const authors = new Authors(Author)
  const books = new MemoryRepository<EntityOf<typeof Book>, number>(Book, { relations: { author: authors } })
  for (const name of ['Frank', 'Ursula', 'Iain']) {
    const { id } = await authors.insert(Author.create({ name }))
    await books.insert(Book.create({ authorId: id }))
  }
  await books.insert(Book.create({ authorId: null }))
  const found = await new RepositoryBasedRestController(books).findAll(
    query('ids[]=3&ids[]=4&ids[]=1&include=author'),
  )
  expect(found).toMatchObject([{ author: { name: 'Iain' } }, { author: null }, { author: { name: 'Frank' } }])
  expect(calls).toBe(1)
})

test('identifierOf returns undefined if a controller overrides findById but not identifierOf', async () => {
  const repository = await repositoryOf(['toto'])
  const [toto] = await repository.findAll()
  expect(toto && new SluggableController(repository).identifierOf(toto)).toBeUndefined()
  expect(toto && new SluggableServiceController(new SampleService(repository)).identifierOf(toto)).toBe(
    'toto',
  )
})

test('create requires a key that is not generated', async () => {
  const Country = defineEntity({ name: 'Country', key: { code: 'string' }, fields: { name: 'string?' } })
  const controller = new RepositoryBasedRestController(new MemoryRepository(Country))
  await expect(controller.create(Country.create({ code: 'FR' }))).resolves.toMatchObject({ code: 'FR' })
  await expect(controller.create(Country.create({ code: 'FR' }))).rejects.toMatchObject({ status: 409 })
  await expect(controller.create(Country.create({}))).rejects.toMatchObject({ name: 'ValidationException' })
  await expect(controller.update('FR', Country.create({ name: 'France' }))).resolves.toMatchObject({
    code: 'FR',
    name: 'France',
  })
})

test('deleteAllWithCascade calls delete for each entity, and keeps all entities if one call fails', async () => {
  const deleted: (string | null)[] = []
  class Cascading extends SampleService {
    override async delete(resource: Sample): Promise<void> {
      deleted.push(resource.name)
      if (resource.name === 'c') throw new RangeError('c stays')
      await super.delete(resource)
    }
  }
  const service = new Cascading(await repositoryOf(['a', 'b', 'c']))
  await expect(service.deleteAllWithCascade()).rejects.toThrow('c stays')
  expect(deleted).toEqual(['a', 'b', 'c'])
  await expect(service.count()).resolves.toBe(3)
})

test('the error of a controller without a repository or service names the missing part', async () => {
  await expect(new SampleController().findById('1')).rejects.toThrow(/repository/)
  await expect(new SampleServiceController().findById('1')).rejects.toThrow(/setService/)
})

test('an overridden setRepository or setService may assign the property directly', async () => {
  class AssigningController extends RepositoryBasedRestController<Sample, number, SampleRepository> {
    override setRepository(repository: SampleRepository): void {
      this.repository = repository
    }
  }
  class AssigningService extends CrudServiceImpl<Sample, number, SampleRepository> {
    override setRepository(repository: SampleRepository): void {
      this.repository = repository
    }
  }
  class AssigningServiceController extends ServiceBasedRestController<Sample, number, AssigningService> {
    override setService(service: AssigningService): void {
      this.service = service
    }
  }
  const [two, three, service] = [
    new AssigningController(),
    new AssigningServiceController(),
    new AssigningService(),
  ]
  two.setRepository(await repositoryOf(['a']))
  service.setRepository(await repositoryOf(['b']))
  three.setService(service)
  expect([await namesOf(two, ''), await namesOf(three, '')]).toEqual([['a'], ['b']])
  two.setRepository(await repositoryOf(['c']))
  expect(await namesOf(two, '')).toEqual(['c'])
})
