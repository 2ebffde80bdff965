import { RouteFileParsingException } from '@mvc-router/router-core'
import { parseArgs } from 'node:util'
import { createApi } from './create-api.js'

// Starts the library: node dist/main.js [--port 3000]. DATABASE_URL=postgres://... or mariadb://... replaces SQLite.
const { values } = parseArgs({ options: { port: { type: 'string' } } })
try {
  await open()
} catch (error) {
  if (!(error instanceof RouteFileParsingException)) throw error
  console.error(error.message)
  process.exit(1)
}

async function open(): Promise<void> {
  const { app, database } = await createApi(process.env['DATABASE_URL'] ?? 'file:library.db')

  const port = Number(values.port ?? process.env['PORT'] ?? 3000)
  const server = app.listen(port, (error?: NodeJS.ErrnoException) => {
    if (error !== undefined) {
      const reason =
        error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code ?? error.message})`
      console.error(
        `Port ${port} ${reason}: choose another one, as in npm run start:api -- --port ${port + 1}`,
      )
      process.exit(1)
    }
    const address = server.address()
    const origin = `http://localhost:${typeof address === 'object' ? address?.port : port}`
    console.log(`The library is open: ${origin}/books\nIts documents: ${origin}/api/docs`)
  })
  // With the default of five minutes, slow clients could block connections for too long.
  server.requestTimeout = 30_000

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      server.close(() => void database.close())
      server.closeIdleConnections()
    })
  }
}
