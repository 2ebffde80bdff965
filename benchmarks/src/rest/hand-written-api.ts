import express, { type Express } from 'express'
import { Book, bookSchema, type BookRepository } from './book.js'

/** What somebody writes by hand with Express for the same three endpoints, answers and checks included. */
export function handWrittenApi(books: BookRepository): Express {
  const app = express()

  app.get('/books', async ({ query }, response) => {
    const page = Number(query['page'] ?? 1)
    const size = Number(query['size'] ?? 10)
    if (!Number.isInteger(page) || page < 1 || !Number.isInteger(size) || size < 1 || size > 100) {
      response
        .status(400)
        .json({ status: 'Bad Request', code: 400, message: 'page and size must be numbers' })
      return
    }
    const content = await books.findAll({ offset: (page - 1) * size, limit: size })
    const totalElements = await books.count()
    const totalPages = Math.ceil(totalElements / size)
    response.json({
      content,
      totalPages,
      totalElements,
      size,
      number: page - 1,
      numberOfElements: content.length,
    })
  })

  app.get('/books/:id', async ({ params }, response) => {
    const id = Number(params.id)
    const book = Number.isInteger(id) ? await books.findOne(id) : undefined
    if (book === undefined)
      response.status(404).json({ status: 'Not Found', code: 404, message: 'There is no such book' })
    else response.json(book)
  })

  app.post('/books', express.json(), async ({ body }, response) => {
    const { success, data, error } = bookSchema.safeParse(body)
    if (!success) {
      response.status(400).json({ status: 'Bad Request', code: 400, message: error.message })
      return
    }
    const book = await books.insert(Book.create(data))
    response.status(201).location(`/books/${book.id}`).json(book)
  })

  return app
}
