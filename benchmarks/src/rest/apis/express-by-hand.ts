import express, { type Response } from 'express'
import { startHandlers, type Answer } from '../by-hand/handlers.js'
import type { StartApi } from '../rest-api.js'

export const startExpress: StartApi = async (store) => {
  const { handlers, close } = await startHandlers(store)
  const app = express()
  app.disable('x-powered-by').set('etag', 'strong')
  app.get('/books', async ({ query }, response) => send(response, await handlers.list(query)))
  app.get('/books/:id', async ({ params }, response) => send(response, await handlers.get(params.id)))
  app.post('/books', express.json(), async ({ body }, response) =>
    send(response, await handlers.create(body)),
  )
  return { server: app, close }
}

function send(response: Response, { status, body, headers }: Answer): void {
  response.status(status).set(headers).json(body)
}
