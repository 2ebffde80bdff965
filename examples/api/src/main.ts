import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createApi } from './create-api.js'

// The library: node dist/main.js [--port 3000]. DATABASE_URL=postgres://... or mariadb://... instead of a SQLite file.
const { values } = parseArgs({ options: { port: { type: 'string' } } })
const { app, database } = await createApi(process.env['DATABASE_URL'] ?? 'file:library.db')

const server = app.listen(Number(values.port ?? process.env['PORT'] ?? 3000), () => {
  const { port } = server.address() as AddressInfo
  console.log(
    `The library is open: http://localhost:${port}/books\nIts documents: http://localhost:${port}/api/docs`,
  )
})
// Who sends one byte a minute does not get five minutes.
server.requestTimeout = 30_000

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close(() => void database.close())
    server.closeIdleConnections()
  })
}
