import { expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
  type EntityOf,
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

test('what a scope fixes and a body leaves open is filled in, in a POST and in a PUT', async () => {
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
