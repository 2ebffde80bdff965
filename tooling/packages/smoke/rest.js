import {
  createWebServer,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
} from '@mvc-router/rest'
import { strict as assert } from 'node:assert'
import { once } from 'node:events'

const Book = defineEntity({ name: 'Book', key: { id: 'integer' }, fields: { title: 'string' } })
class BookController extends RepositoryBasedRestController {
  requestMapping = '/books'
}

const app = await createWebServer({ controllers: [new BookController(new MemoryRepository(Book))] })
const server = app.listen(0)
await once(server, 'listening')
const base = `http://localhost:${server.address().port}`
const created = await fetch(`${base}/books`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"title":"Dune"}',
})
assert.equal(created.headers.get('location'), '/books/1')
const found = await fetch(`${base}/books/1`, { headers: { accept: 'application/xml' } })
assert.match(await found.text(), /<Book><id>1<\/id><title>Dune<\/title><\/Book>$/)
assert.equal((await fetch(`${base}/api/openapi.json`)).status, 200)
assert.equal((await fetch(`${base}/api/docs`)).status, 404)
server.close()
server.closeAllConnections()
