import { createWebServer, jsonViews, RepositoryBasedRestController } from '@mvc-router/rest'
import { createBookEntity, SummaryView } from '../book.js'
import type { StartApi } from '../rest-api.js'
import { openRepository, type Book } from '../stores.js'

class BookController extends RepositoryBasedRestController<Book, number> {
  requestMapping = '/books'
  override filters = { year: ['eq'] } as const
}
class SummaryController extends BookController {
  override requestMapping = '/summaries'
}
jsonViews(SummaryController, { type: SummaryView })

export const startMvcRouter: StartApi = async (store) => {
  const { opened, close } = await openRepository(store, createBookEntity())
  const app = await createWebServer({
    controllers: [new BookController(opened), new SummaryController(opened)],
  })
  return { server: app, close }
}
