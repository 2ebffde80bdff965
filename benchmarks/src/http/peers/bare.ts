import { createServer } from 'node:http'
import { answer, type HttpPeer } from '../http-peer.js'

/** The least that Node can do: it does not look at the URL. */
export const bare: HttpPeer = {
  name: 'bare node:http',
  create: async () =>
    createServer((_request, response) => {
      answer(response, '100 42')
    }),
}
