import { after } from 'node:test'
import { createApp } from '../src/app.js'

const { app, close } = await createApp()
after(close)

/** Passes a request to the application without a socket. */
export async function visit(path: string, options: RequestInit = {}): Promise<Response> {
  const request = new Request(`http://localhost${path}`, options)
  const { statusCode, headers, rawPayload } = await app.inject({
    method: request.method as 'GET',
    url: path,
    headers: Object.fromEntries(request.headers),
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: headers as Record<string, string> })
}
