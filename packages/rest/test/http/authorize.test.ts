import { beforeEach, expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  ForbiddenException,
  MemoryRepository,
  RepositoryBasedRestController,
  type RequestContext,
  RequestMapping,
  type RestMethod,
  UnauthorizedException,
} from '@mvc-router/rest'
import { type Answer, type RunningServer, start } from './http-client.js'

const Note = defineEntity({
  name: 'Note',
  key: { id: 'integer' },
  fields: { owner: 'string', text: 'string' },
})
type Note = EntityOf<typeof Note>

/** Calls of `authorize`: `operation`, or `[operation, text]` if there is an entity. */
let asked: unknown[]

@RequestMapping('/notes')
class NoteController extends RepositoryBasedRestController<Note, number> {
  override readonly deleteAll = true

  protected override async authorize(
    operation: RestMethod,
    { request }: RequestContext,
    note?: Note,
  ): Promise<void> {
    asked.push(note === undefined ? operation : [operation, note.text])
    const who = request.headers['x-user']
    if (who === undefined) throw new UnauthorizedException('Who are you?')
    if (note !== undefined && note.owner !== who) throw new ForbiddenException('This is not yours')
  }
}

/** Finds notes by text instead of by key. */
@RequestMapping('/texts')
class TextController extends NoteController {
  override async findById(text: string): Promise<Note> {
    const [note] = await this.repository.findAll({ where: { text } })
    return note as Note
  }
}

let notes: MemoryRepository<Note, number>

beforeEach(async () => {
  asked = []
  notes = new MemoryRepository(Note)
  for (const owner of ['ann', 'bob']) await notes.insert(Note.create({ owner, text: `of-${owner}` }))
})

const writes: [method: string, path: string, operation: string, text: string][] = [
  ['POST', '', 'create', 'new'],
  ['PUT', '/1', 'update', 'of-ann'],
  ['PATCH', '/1', 'patch', 'of-ann'],
  ['DELETE', '/1', 'delete', 'of-ann'],
]

async function send(method: string, path: string, user: string | undefined, body: unknown): Promise<Answer> {
  const server: RunningServer = await start(
    await createWebServer({ controllers: [new NoteController(notes), new TextController(notes)] }),
  )
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = { 'content-type': type, ...(user !== undefined && { 'x-user': user }) }
  const answer = await server.call({ method, path, headers, ...(body !== undefined && { body }) })
  await server.close()
  return answer
}

test.each(writes)(
  '%s /notes%s calls authorize twice: first without the entity, then with the entity',
  async (method, path, operation, text) => {
    const body = method === 'DELETE' ? undefined : { owner: 'ann', text: 'new' }
    const { status } = await send(method, `/notes${path}`, 'ann', body)
    expect(status).toBeLessThan(300)
    expect(asked).toEqual([operation, [operation, text]])
  },
)

test.each(writes)(
  '%s /notes%s by a user who is not the owner is answered with 403, and changes nothing',
  async (method, path) => {
    const before = await notes.findAll()
    const body = method === 'DELETE' ? undefined : { owner: 'ann', text: 'new' }
    for (const base of path === '' ? ['/notes'] : ['/notes', '/texts']) {
      const named = base === '/texts' ? '/of-ann' : path
      expect((await send(method, `${base}${named}`, 'bob', body)).status).toBe(403)
    }
    expect(await notes.findAll()).toEqual(before)
  },
)

test.each(writes)(
  '%s /notes%s without a user is answered with 401, even if the body is invalid',
  async (method, path, operation) => {
    const { status } = await send(method, `/notes${path}`, undefined, method === 'DELETE' ? undefined : '{')
    expect([status, asked]).toEqual([401, [operation]])
  },
)

test('authorize gets an entity for GET of one row, but not for GET or DELETE of the collection', async () => {
  for (const [method, path, status] of [
    ['GET', '/notes/1', 200],
    ['GET', '/notes/2', 403],
    ['GET', '/notes', 200],
    ['GET', '/notes?ids[]=2', 200],
    ['DELETE', '/notes', 204],
  ] as const)
    expect((await send(method, path, 'ann', undefined)).status).toBe(status)
  expect(asked).toEqual([
    'findById',
    ['findById', 'of-ann'],
    'findById',
    ['findById', 'of-bob'],
    'findAll',
    'findAll',
    'deleteAll',
  ])
})

test('a controller with authorize refuses calls without the context of a request', async () => {
  const controller = new NoteController(notes)
  await expect(controller.findById('1')).rejects.toThrow(/pass the context/)
  await expect(controller.delete('1')).rejects.toThrow(/pass the context/)
  await expect(notes.count()).resolves.toBe(2)
})
