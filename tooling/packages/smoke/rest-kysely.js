import { createWebServer, defineEntity, RepositoryBasedRestController } from '@mvc-router/rest'
import { createTables, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'
import { strict as assert } from 'node:assert'
import { once } from 'node:events'

const Book = defineEntity({ name: 'Book', key: { id: 'integer' }, fields: { title: 'string' } })
class BookController extends RepositoryBasedRestController {
  requestMapping = '/books'
}

const database = await openDatabase('file:./books.db')
await createTables(database, [Book])
const app = await createWebServer({ controllers: [new BookController(new KyselyRepository(database, Book))] })
const server = app.listen(0)
await once(server, 'listening')
const base = `http://localhost:${server.address().port}`
const created = await fetch(`${base}/books`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"Dune"}',
})
assert.equal(created.status, 201)
assert.equal((await (await fetch(`${base}/books`)).json()).totalElements, 1)
server.close()
server.closeAllConnections()
await database.close()
