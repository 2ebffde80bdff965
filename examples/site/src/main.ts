import { formatProblem } from '@mvc-router/router-core'
import { stopOnSignals } from '@mvc-router/router-core/express'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { createSite } from './create-site.js'
import { formatRouteTable } from './format-route-table.js'

// The bookshop: node dist/main.js [--port 3000]. Without a port, a free one.
const { values } = parseArgs({ options: { port: { type: 'string' } } })
const port = Number(values.port ?? process.env['PORT'] ?? 0)

const { app, mapping } = await createSite({ autoReloadEnabled: process.env['NODE_ENV'] !== 'production' })
mapping.on('reload', () => console.log('\nroutes.conf changed: the new routes serve from now on'))
mapping.on('reload-error', ({ errors }) => {
  console.error(
    `\nThe route files cannot be used as they are; the last good ones serve on.\n\n${errors.map(formatProblem).join('\n\n')}`,
  )
})

const server = app.listen(port, () => {
  const address = server.address() as AddressInfo
  console.log(
    `${formatRouteTable(mapping.router.routes)}\n\nQuire Books is open: http://localhost:${address.port}/`,
  )
})

stopOnSignals(server, { afterwards: () => mapping.close() })
