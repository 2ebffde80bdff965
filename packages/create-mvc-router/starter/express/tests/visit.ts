import { once } from 'node:events'
import type { AddressInfo } from 'node:net' //? ts
import { after } from 'node:test'
import { createApp } from '../src/app.js'

const { app, close } = await createApp()
const server = app.listen(0)
await once(server, 'listening')
after(() => {
  server.close()
  close()
})

/** Sends a request to the application. Does not follow redirections. */
export async function visit(path: string, options: RequestInit = {}): Promise<Response> {
  const { port } = server.address() as AddressInfo
  return fetch(`http://localhost:${port}${path}`, { redirect: 'manual', ...options })
}
