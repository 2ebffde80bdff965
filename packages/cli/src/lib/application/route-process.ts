import http from 'node:http'
import https from 'node:https'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setTimeout } from 'node:timers/promises'
import type { Route } from '@mvc-router/router-core'
import { shownRoutes, type ShownRoute } from '../routes/shown-routes.js'
import type { RoutesReply } from './application-routes.js'

// `mvc-router list --app` starts this program. It loads the application, and sends the routes of its mappings.

interface Mapping {
  readonly router: { readonly routes: readonly Route[] }
  load: (this: Mapping) => Promise<unknown>
}

const turnTime = 100
const turns = 100

const send = process.send?.bind(process)
// Later failures, such as a failed connection to a database, do not change the routes.
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
process.on('message', (entry) => {
  void load(entry as string)
    .then((routes): RoutesReply => ({ routes }))
    .catch((error: unknown): RoutesReply => ({
      failure: error instanceof Error ? error.message : String(error),
    }))
    .then((reply) => send?.(reply))
})

async function load(entry: string): Promise<ShownRoute[]> {
  const mappings = await observeMappings(entry)
  preventListening()
  process.argv.splice(1, process.argv.length, entry)
  await import(pathToFileURL(entry).href)
  return (await settled(mappings)).flatMap(({ router }) => shownRoutes(router.routes, process.cwd()))
}

/** Collects mappings with their `load` promises, by a wrapper of `load` in the application's copy of router-core. */
async function observeMappings(entry: string): Promise<ReadonlyMap<Mapping, Promise<unknown>>> {
  const path = createRequire(entry).resolve('@mvc-router/router-core/express')
  const { RouterHandlerMapping } = (await import(pathToFileURL(path).href)) as {
    readonly RouterHandlerMapping: { readonly prototype: Mapping }
  }
  const mappings = new Map<Mapping, Promise<unknown>>()
  const { prototype } = RouterHandlerMapping
  const original = prototype.load
  prototype.load = function observed() {
    const loaded = original.call(this)
    mappings.set(this, loaded)
    return loaded
  }
  return mappings
}

/** Waits until no new mapping appears for 100 ms, because a program may create mappings after its import. */
async function settled(mappings: ReadonlyMap<Mapping, Promise<unknown>>): Promise<readonly Mapping[]> {
  for (let turn = 0; turn < turns; turn++) {
    const { size } = mappings
    await Promise.all(mappings.values())
    await setTimeout(turnTime)
    if (size > 0 && size === mappings.size) return [...mappings.keys()]
  }
  throw new Error('the program makes no mapping when it is loaded')
}

/** Keeps the application from listening, and from ending this process. */
function preventListening(): void {
  for (const { prototype } of [http.Server, https.Server])
    prototype.listen = listen as typeof prototype.listen
  // A program may end itself if it cannot reach its database, but its routes exist already.
  process.exit = (() => undefined) as unknown as typeof process.exit
}

function listen(this: http.Server): http.Server {
  return this
}
