// The server under test, in a separate process. It sends its port to the parent. For each message `measure`, it sends
// its memory, files and handles.
import { Router } from '@mvc-router/router-core'
import { createServer, RouterHandlerMapping, RouterModelAttribute } from '@mvc-router/router-core/express'
import express from 'express'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSoakController } from './route-file.js'

const [folder] = process.argv.slice(2)
const soakController = createSoakController(
  () => sleep(Math.random() * 5),
  (action, args) => Router.reverse(action, args).url,
)
const mapping = new RouterHandlerMapping({
  routeFiles: 'routes.conf',
  cwd: folder,
  controllers: { soakController },
  autoReloadEnabled: true,
  autoReload: { quietTime: 10 },
})
const counts = { reloads: 0, refused: 0, unhandled: 0 }
mapping.on('reload', () => counts.reloads++)
mapping.on('reload-error', () => counts.refused++)
process.on('unhandledRejection', () => counts.unhandled++)
await mapping.load()
Router.use(mapping)

const app = express()
app.disable('etag')
app.use(new RouterModelAttribute({ mapping }).middleware)
app.use(mapping.middleware)
const server = createServer(app).listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', (message) => {
  if (message === 'measure') measure()
  else void stop()
})

function measure() {
  globalThis.gc()
  const { heapUsed, rss } = process.memoryUsage()
  process.send({ ...counts, heapUsed, rss, files: countOpenFiles(), handles: countHandles() })
}

/** Closes everything. The process must then end by itself. */
async function stop() {
  await mapping.close()
  server.close()
  server.closeAllConnections()
  process.disconnect()
}

/** Counts sockets, watchers and other resources that live until they are closed. Timers and reads do not count. */
function countHandles() {
  return process.getActiveResourcesInfo().filter((name) => !/^(?:Timeout|Immediate|FSReq)/.test(name)).length
}

function countOpenFiles() {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
}
