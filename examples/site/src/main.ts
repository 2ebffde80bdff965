import { formatProblem, RouteFileParsingException } from '@mvc-router/router-core'
import { stopOnSignals } from '@mvc-router/router-core/express'
import { nearestHint, nearestNames } from '@mvc-router/router-core/tools'
import { parseArgs } from 'node:util'
import { createSite, hostNames, type HostName } from './create-site.js'

// Starts the bookshop: node dist/main.js [--host express] [--port 3000]. PORT=3000 means the same as --port 3000.
const { values } = parseArgs({ options: { port: { type: 'string' }, host: { type: 'string' } } })
const port = Number(values.port ?? process.env['PORT'] ?? 3000)

const isProduction = process.env['NODE_ENV'] === 'production'

try {
  const { host = 'express' } = values
  if (isHostName(host)) await open(host)
  else {
    const hint = nearestHint(nearestNames(host, hostNames)) ?? `the hosts are ${hostNames.join(', ')}`
    console.error(`There is no host "${host}"; ${hint}`)
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof RouteFileParsingException)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function isHostName(name: string): name is HostName {
  return (hostNames as readonly string[]).includes(name)
}

async function open(host: HostName): Promise<void> {
  const { server, mapping } = await createSite({ autoReloadEnabled: !isProduction }, host)
  mapping.on('reload', () => console.log('\nroutes.conf changed: the new routes are in use from now on'))
  mapping.on('reload-error', ({ errors }) => {
    console.error(
      `\nThe route files cannot be used as they are; the last good ones stay in use.\n\n${errors.map(formatProblem).join('\n\n')}`,
    )
  })
  server.once('error', (error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code ?? error.message})`
    console.error(`Port ${port} ${reason}: choose another one, as in npm start -- --port ${port + 1}`)
    process.exit(1)
  })
  server.listen(port, () => {
    const address = server.address()
    const opened = typeof address === 'object' ? address?.port : port
    console.log(`Quire Books is open: http://localhost:${opened}/`)
    if (!isProduction)
      console.log(`Its routes, and why they answer as they do: http://localhost:${opened}/__routes`)
  })
  stopOnSignals(server, { afterwards: () => mapping.close() })
}
