// A server of Bun or Deno: it prints its port.
import { answer, loadApplication } from './application.js'

type Handler = (request: Request) => Promise<Response>

const { Bun, Deno } = globalThis as {
  readonly Bun?: { serve(options: { port: number; fetch: Handler }): { readonly port: number } }
  readonly Deno?: {
    serve(options: { port: number; onListen: (address: { port: number }) => void }, handler: Handler): unknown
  }
}

const routes = await loadApplication()
const handler: Handler = (request) => answer(routes, request)
if (Bun !== undefined) console.log(`port ${Bun.serve({ port: 0, fetch: handler }).port}`)
else Deno?.serve({ port: 0, onListen: ({ port }) => console.log(`port ${port}`) }, handler)
