import { createServer } from 'node:http'
import { answer, describeAsObject, type HttpPeer } from '../http-peer.js'

/** The least that Node can do: it does not look at the URL. */
export const bare: HttpPeer = {
  name: 'bare node:http',
  create: async (_set, kind) =>
    kind === 'text'
      ? createServer((_request, response) => answer(response, '100 42'))
      : createServer((_request, response) => {
          answer(response, JSON.stringify(describeAsObject(100, { id: 42 })), 'application/json')
        }),
}
