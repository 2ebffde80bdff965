import { expect, test } from '@jest/globals'
import {
  type Conditions,
  createWebServer,
  CrudServiceImpl,
  defineEntity,
  type EntityOf,
  MemoryRepository,
  type RequestContext,
  RepositoryBasedRestController,
  ServiceBasedRestController,
} from '@mvc-router/rest'
import { start } from './http/http-client.js'

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { text: 'string', owner: 'string?' },
})
type Note = EntityOf<typeof Note>

test('a service refuses to delete a row that does not exist', async () => {
  const service = new CrudServiceImpl<Note, number>(new MemoryRepository<Note, number>(Note))
  const missing = { name: 'EntityNotFoundException', message: 'There is no such Note' }
  await expect(service.delete(Note.create({ id: 1, text: 'never stored' }))).rejects.toMatchObject(missing)
  await expect(service.delete(Note.create({ text: 'without a key' }))).rejects.toMatchObject(missing)
  await expect(service.deleteById(1)).rejects.toMatchObject(missing)
  const { id } = await service.create(Note.create({ text: 'stored' }))
  await service.deleteById(id)
  await expect(service.count()).resolves.toBe(0)
})

test('the scope of another controller limits a service by the fields that both entities have', async () => {
  const Owner = defineEntity({
    name: 'Owner',
    key: { id: 'integer' },
    fields: { owner: 'string', rank: 'integer?' },
  })
  type Owner = EntityOf<typeof Owner>
  const notes = new CrudServiceImpl<Note, number>(new MemoryRepository<Note, number>(Note))
  for (const owner of ['bob', 'ann']) await notes.create(Note.create({ text: `of ${owner}`, owner }))
  const seen: unknown[] = []
  class OwnerController extends RepositoryBasedRestController<Owner, number> {
    requestMapping = '/owners'
    protected override scope(): Conditions {
      return { owner: 'ann', rank: null, id: { lt: 9 } }
    }
    override async findById(id: string, context: RequestContext): Promise<Owner> {
      seen.push(...(await notes.findAll({}, context)), await notes.count(context))
      return super.findById(id, context)
    }
  }
  const owners = new MemoryRepository<Owner, number>(Owner)
  await owners.insert(Owner.create({ owner: 'ann' }))
  const server = await start(await createWebServer({ controllers: [new OwnerController(owners)] }))
  const { status } = await server.get('/owners/1')
  await server.close()
  expect(status).toBe(200)
  expect(seen).toEqual([{ id: 2, text: 'of ann', owner: 'ann' }, 1])
})

test('a service gets the request, user and scope from its controller', async () => {
  const seen: unknown[] = []
  class NoteService extends CrudServiceImpl<Note, number> {
    override async create(resource: Note, context?: RequestContext): Promise<Note> {
      seen.push(context?.request.url, context?.signal.aborted, context?.user, context?.scope)
      return super.create(resource, context)
    }
  }
  class NoteController extends ServiceBasedRestController<Note, number> {
    requestMapping = '/notes'
    protected override scope({ user }: RequestContext): { owner: string } {
      return { owner: String(user) }
    }
  }
  const app = await createWebServer({
    controllers: [new NoteController(new NoteService(new MemoryRepository<Note, number>(Note)))],
    middleware: [
      (request, _response, next) => {
        Object.assign(request, { user: 'ann' })
        next()
      },
    ],
  })
  const server = await start(app)
  const created = await server.post('/notes?', { text: 'a' })
  expect([created.status, JSON.parse(created.text)]).toEqual([201, { id: 1, text: 'a', owner: 'ann' }])
  expect(seen).toEqual(['/notes?', false, 'ann', { owner: 'ann' }])
  await server.close()
})
