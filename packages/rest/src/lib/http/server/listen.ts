import type { Server } from 'node:http'
import { createServer, type ServableApplication } from '@mvc-router/router-core/express'

/** Express's `app.listen`: the arguments of Node's `server.listen`. */
export type Listen = (...args: unknown[]) => Server

/**
 * `app.listen`, with a server that makes requests and responses with the application's prototypes. Errors go where the
 * application's Express sends them: to the callback since version 5, before that to the server alone.
 */
export function listenOf(application: ServableApplication): Listen {
  const isExpress4 = Object.hasOwn(application, 'lazyrouter')
  return (...args) => {
    const server = createServer(application)
    const callback = args.at(-1)
    if (typeof callback !== 'function' || isExpress4) return listen(server, args)
    const tellOnce = once(callback as (error?: unknown) => void)
    server.once('error', tellOnce)
    return listen(server, [...args.slice(0, -1), tellOnce])
  }
}

function listen(server: Server, args: readonly unknown[]): Server {
  return (server.listen as (...given: readonly unknown[]) => Server).apply(server, [...args])
}

function once(tell: (error?: unknown) => void): (error?: unknown) => void {
  let isTold = false
  return (error) => {
    if (isTold) return
    isTold = true
    tell(error)
  }
}
