import { formatProblem, RouteFileParsingException } from '@mvc-router/router-core'
import { stopOnSignals } from '@mvc-router/router-core/express'
import { parseArgs } from 'node:util'
import { createSite } from './create-site.js'

// The bookshop: node dist/main.js [--port 3000]. PORT=3000 says the same.
const { values } = parseArgs({ options: { port: { type: 'string' } } })
const port = Number(values.port ?? process.env['PORT'] ?? 3000)

const isProduction = process.env['NODE_ENV'] === 'production'

try {
  await open()
} catch (error) {
  if (!(error instanceof RouteFileParsingException)) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function open(): Promise<void> {
  const { app, mapping } = await createSite({ autoReloadEnabled: !isProduction })
  mapping.on('reload', () => console.log('\nroutes.conf changed: the new routes serve from now on'))
  mapping.on('reload-error', ({ errors }) => {
    console.error(
      `\nThe route files cannot be used as they are; the last good ones serve on.\n\n${errors.map(formatProblem).join('\n\n')}`,
    )
  })
  const server = app.listen(port, (error?: NodeJS.ErrnoException) => {
    if (error !== undefined) {
      const reason =
        error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code ?? error.message})`
      console.error(`Port ${port} ${reason}: choose another one, as in npm start -- --port ${port + 1}`)
      process.exit(1)
    }
    const address = server.address()
    const opened = typeof address === 'object' ? address?.port : port
    console.log(`Quire Books is open: http://localhost:${opened}/`)
    if (!isProduction)
      console.log(`Its routes, and why they answer as they do: http://localhost:${opened}/__routes`)
  })
  stopOnSignals(server, { afterwards: () => mapping.close() })
}
