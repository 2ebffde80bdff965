// A server of Bun or Deno. It prints its port, and `gone` and `started` when its actions report them.
// serve-fetch.js VARIANT
import { fetchRoutes, sorry } from '../../../packages/router-core/dist-test/hosts/fetch-routes.js'
import { optionsOf, type Variant } from '../../../packages/router-core/dist-test/hosts/variants.js'

type Handler = (request: Request) => Promise<Response>

const { Bun, Deno } = globalThis as {
  readonly Bun?: { serve(options: { port: number; fetch: Handler }): { readonly port: number } }
  readonly Deno?: {
    serve(options: { port: number; onListen: (address: { port: number }) => void }, handler: Handler): unknown
  }
}

const [variant] = process.argv.slice(2) as [Variant]
const watch = { gone: () => console.log('gone'), started: () => console.log('started') }
const { answer } = await fetchRoutes(optionsOf(variant, watch))
const handler: Handler = async (request) => {
  try {
    return (await answer(request)) ?? new Response('no page', { status: 404 })
  } catch (error) {
    return sorry(error, [])
  }
}
if (Bun !== undefined) console.log(`port ${Bun.serve({ port: 0, fetch: handler }).port}`)
else Deno?.serve({ port: 0, onListen: ({ port }) => console.log(`port ${port}`) }, handler)
