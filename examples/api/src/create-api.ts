import { createWebServer, type WebServer } from '@mvc-router/rest'
import { createTables, KyselyRepository, openDatabase, type Database } from '@mvc-router/rest-kysely'
import { fileURLToPath } from 'node:url'
import { AuthorController } from './author-controller.js'
import { BookController } from './book-controller.js'
import { BookService } from './book-service.js'
import { Author, Book, Loan } from './entities.js'
import { LibraryAdvice } from './library-advice.js'
import { LoanController } from './loan-controller.js'
import { LoanService } from './loan-service.js'
import { seed } from './seed.js'

export interface Api {
  readonly app: WebServer
  readonly database: Database
}

/** Creates the API on a database, such as `file:library.db`. Adds missing tables, and rows if there is no author. */
export async function createApi(address: string): Promise<Api> {
  const database = await openDatabase(address)
  await createTables(database, [Author, Book, Loan])

  const authors = new KyselyRepository(database, Author, { fetch: ['books'] })
  const books = new KyselyRepository(database, Book, { fetch: ['author'] })
  const bookService = new BookService(books)
  const loanService = new LoanService(new KyselyRepository(database, Loan, { fetch: ['book'] }), books)
  await seed({ authors, books: bookService, loans: loanService })

  const app = await createWebServer({
    profiles: ['vendor-web-server', 'vendor-client-logging'],
    controllers: [
      new AuthorController(authors),
      new BookController(bookService),
      new LoanController(loanService),
    ],
    routeFiles: [fileURLToPath(new URL('../routes.conf', import.meta.url))],
    advice: new LibraryAdvice(),
    cors: { allowOrigin: 'http://localhost:5173' },
    documents: { title: 'Library', version: '1.0.0' },
  })
  return { app, database }
}
