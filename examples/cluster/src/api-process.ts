import type { AddressInfo } from 'node:net'
import { createApi } from './create-api.js'

// An API process: node dist/api-process.js PORT ADDRESS... It sends its port to its parent.
const [port = '0', ...addresses] = process.argv.slice(2)
const { app, database } = await createApi(addresses)
const server = app.listen(Number(port), '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
// Clients and load balancers close idle connections earlier, so the server closes no connection in use.
server.keepAliveTimeout = 65_000

process.once('SIGTERM', () => {
  // The channel to the parent would keep the process alive.
  server.close(() => void database.close().finally(() => process.exit()))
  server.closeAllConnections()
})
// The parent process has ended.
process.once('disconnect', () => process.exit())
