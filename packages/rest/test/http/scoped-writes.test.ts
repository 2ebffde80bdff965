import { expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
  type EntityOf,
  type Selection,
} from '@mvc-router/rest'
import { start } from './http-client.js'

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { tenant: 'string?', text: 'string' },
})
type Note = EntityOf<typeof Note>

class NoteController extends RepositoryBasedRestController<Note, number> {
  readonly requestMapping = '/notes'

  protected override scope(): { readonly tenant: string } {
    return { tenant: 'a' }
  }
}

test('a POST or PUT without the field of a scope sets the field to the value of the scope', async () => {
  const notes = new MemoryRepository<Note, number>(Note)
  const server = await start(await createWebServer({ controllers: [new NoteController(notes)] }))
  const send = async (method: string, path: string, body: object, type = 'application/json') => {
    const { status, text } = await server.call({ method, path, body, headers: { 'content-type': type } })
    return [status, status < 300 ? JSON.parse(text) : undefined]
  }
  const patch = 'application/merge-patch+json'
  expect(await send('POST', '/notes', { text: 'one' })).toEqual([201, { id: 1, tenant: 'a', text: 'one' }])
  expect(await send('PUT', '/notes/1', { text: 'two' })).toEqual([200, { id: 1, tenant: 'a', text: 'two' }])
  expect(await send('PUT', '/notes/1', { tenant: 'b', text: 'three' })).toEqual([403, undefined])
  expect(await send('PATCH', '/notes/1', { tenant: null }, patch)).toEqual([403, undefined])
  await server.close()
  expect(await notes.findAll()).toEqual([{ id: 1, tenant: 'a', text: 'two' }])
})

test('a reference to a row outside of the scope is answered with 409 if the repository loads relations', async () => {
  const Reply = defineEntity({
    name: 'Reply',
    key: { id: 'integer' },
    fields: { tenant: 'string?', noteId: 'integer?' },
    relations: { note: { entity: () => Note, by: 'noteId' } },
  })
  type Reply = EntityOf<typeof Reply>
  class ReplyController extends RepositoryBasedRestController<Reply, number> {
    readonly requestMapping = '/replies'

    protected override scope(): { readonly tenant: string } {
      return { tenant: 'a' }
    }
  }
  const notes = new MemoryRepository<Note, number>(Note)
  await notes.insert(Note.create({ tenant: 'b', text: 'of another tenant' }))
  class FailingRepository extends MemoryRepository<Reply, number> {
    override async findAll(selection: Selection<number> = {}): Promise<readonly Reply[]> {
      if (selection.include !== undefined) throw new Error('lost')
      return super.findAll(selection)
    }
  }
  const statuses: number[] = []
  for (const replies of [
    new MemoryRepository<Reply, number>(Reply, { relations: { note: notes } }),
    new MemoryRepository<Reply, number>(Reply),
    new FailingRepository(Reply, { relations: { note: notes } }),
  ]) {
    const controllers = [new ReplyController(replies)]
    const server = await start(await createWebServer({ controllers, logError: () => undefined }))
    statuses.push((await server.post('/replies', { noteId: 1 })).status)
    await server.close()
    expect(await replies.count()).toBe(statuses.at(-1) === 201 ? 1 : 0)
  }
  expect(statuses).toEqual([409, 201, 500])
})

test('a POST without a field that the scope limits to several values is answered with 403', async () => {
  class OldNoteController extends RepositoryBasedRestController<Note, number> {
    readonly requestMapping = '/old-notes'

    protected override scope() {
      return { tenant: { in: ['a', 'b'] } }
    }
  }
  const notes = new MemoryRepository<Note, number>(Note)
  const server = await start(await createWebServer({ controllers: [new OldNoteController(notes)] }))
  expect((await server.post('/old-notes', { text: 'of nobody' })).status).toBe(403)
  expect((await server.post('/old-notes', { text: 'of b', tenant: 'b' })).status).toBe(201)
  await server.close()
  expect(await notes.findAll()).toEqual([expect.objectContaining({ tenant: 'b', text: 'of b' })])
})
