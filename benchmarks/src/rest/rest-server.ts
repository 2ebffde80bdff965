import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWebServer, jsonViews, RepositoryBasedRestController } from '@mvc-router/rest'
import { fillBooks, SummaryView, type Book, type BookRepository } from './book.js'
import { handWrittenApi } from './hand-written-api.js'

// One candidate in a process of its own: `hand-written` or `ours`. It counts the CPU time between two messages.

class BookController extends RepositoryBasedRestController<Book, number, BookRepository> {
  requestMapping = '/books'
}
class SummaryController extends RepositoryBasedRestController<Book, number, BookRepository> {
  requestMapping = '/summaries'
}
jsonViews(SummaryController, { type: SummaryView })

const books = await fillBooks()
const isOurs = process.argv[2] === 'ours'
const app = isOurs
  ? await createWebServer({ controllers: [new BookController(books), new SummaryController(books)] })
  : handWrittenApi(books)

const server = createServer(app)
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
let start = process.cpuUsage()
process.on('message', (message) => {
  if (message === 'start') start = process.cpuUsage()
  else {
    const { user, system } = process.cpuUsage(start)
    process.send?.(user + system)
  }
})
process.once('disconnect', () => process.exit())
