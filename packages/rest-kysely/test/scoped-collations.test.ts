import { expect, test } from '@jest/globals'
import {
  type Conditions,
  createWebServer,
  defineEntity,
  type EntityDefinition,
  type EntityOf,
  RepositoryBasedRestController,
  type RequestContext,
} from '@mvc-router/rest'
import { KyselyRepository } from '@mvc-router/rest-kysely'
import { describeRules, freshTable } from '../../rest/test/databases.js'
import { type Answer, start } from '../../rest/test/http/http-client.js'

const textTypes = {
  sqlite: 'text collate nocase',
  mysql: 'varchar(20) character set utf8mb4 collate utf8mb4_general_ci',
  // PostgreSQL compares all texts exactly, except in types and collations of the application.
  postgres: 'varchar(20)',
}
const keyTypes = {
  sqlite: 'integer primary key autoincrement',
  mysql: 'integer primary key auto_increment',
  postgres: 'serial primary key',
}

await describeRules('a scope on a table whose collation ignores case', ({ open, close }) => {
  test('a tenant gets no rows of another tenant, even if tenant names differ only in case or a blank', async () => {
    const table = freshTable()
    const Note = defineEntity({
      name: 'Note',
      table,
      key: { id: 'integer' },
      fields: { tenant: 'string', text: 'string', parentId: 'integer?' },
      relations: { parent: { entity: (): EntityDefinition => Note, by: 'parentId' } },
    })
    type Note = EntityOf<typeof Note>
    class NoteController extends RepositoryBasedRestController<Note, number> {
      readonly requestMapping = '/notes'
      override readonly deleteAll = true
      scopeOf: (tenant: string) => Conditions = (tenant) => ({ tenant })
      protected override scope({ request }: RequestContext): Conditions {
        return this.scopeOf(String(request.headers['x-tenant']))
      }
    }
    const database = await open()
    const text = textTypes[database.family]
    const columns = `id ${keyTypes[database.family]}, tenant ${text}, text ${text}, parent_id integer`
    await database.execute(`create table ${table} (${columns})`, [])
    const notes = new KyselyRepository<Note, number>(database, Note)
    for (const tenant of ['a', 'A', 'a ', 'b']) {
      const parentId = tenant === 'a' ? 2 : null
      await notes.insert(Note.create({ tenant, text: `of "${tenant}"`, parentId }))
    }
    const noteController = new NoteController(notes)
    const server = await start(await createWebServer({ controllers: { noteController } }))
    const call = async (tenant: string, method: string, path: string, body?: object): Promise<Answer> => {
      const headers = { 'x-tenant': tenant, 'content-type': 'application/json' }
      return server.call({ method, path: `/notes${path}`, headers, ...(body && { body }) })
    }
    for (const scopeOf of [
      (tenant: string) => ({ tenant }),
      (tenant: string) => ({ tenant: { in: [tenant, 'nobody'] } }),
      (tenant: string) => ({ text: { startsWith: `of "${tenant}"` } }),
      (tenant: string) => ({ text: { contains: `"${tenant}"` } }),
    ]) {
      noteController.scopeOf = scopeOf
      expect((await call('a', 'GET', '?ids[]=1&ids[]=2&ids[]=3')).text).toMatch(/^\[\{"id":1,[^}]*\}\]$/)
      expect(JSON.parse((await call('a', 'GET', '')).text)).toMatchObject({
        totalElements: 1,
        content: [{ id: 1 }],
      })
      expect((await call('a', 'GET', '/1?include=parent')).text).toContain('"parent":null')
      expect((await call('A', 'GET', '/1')).status).toBe(404)
    }
    noteController.scopeOf = (tenant) => ({ tenant })
    expect((await call('a', 'POST', '', { tenant: 'a', text: 'child', parentId: 2 })).status).toBe(409)
    expect((await call('a', 'DELETE', '')).status).toBe(204)
    expect((await notes.findAll()).map(({ tenant }) => tenant)).toEqual(['A', 'a ', 'b'])
    await server.close()
    await database.execute(`drop table ${table}`, [])
    await database.close()
    await close()
  })
})
