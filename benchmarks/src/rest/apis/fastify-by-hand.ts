import { hash } from 'node:crypto'
import fastify, { type FastifyReply } from 'fastify'
import { startHandlers, type Answer } from '../by-hand/handlers.js'
import type { StartApi } from '../rest-api.js'

export const startFastify: StartApi = async (store) => {
  const { handlers, close } = await startHandlers(store)
  const app = fastify()
  app.get('/books', async ({ query }, reply) =>
    send(reply, await handlers.list(query as Readonly<Record<string, unknown>>)),
  )
  app.get<{ Params: { id: string } }>('/books/:id', async ({ params }, reply) =>
    send(reply, await handlers.get(params.id)),
  )
  app.post('/books', async ({ body }, reply) => send(reply, await handlers.create(body)))
  app.addHook('onSend', async (_request, reply, text) => {
    reply.header('ETag', `"${hash('sha1', String(text), 'base64')}"`)
  })
  await app.ready()
  return { server: app.server, close }
}

function send(reply: FastifyReply, { status, body, headers }: Answer): FastifyReply {
  return reply.code(status).headers(headers).send(body)
}
