import type { Server } from 'node:http' //? ts
import { serve } from '@hono/node-server'
import { stopOnSignals } from '@mvc-router/router-core/express'
import { createApp } from './app.js'

try {
  const { app, close } = await createApp()
  const port = Number(process.env['PORT'] ?? 3000)
  const server = serve({ fetch: app.fetch, port }, () => console.log(`http://localhost:${port}/`))
  stopOnSignals(server as Server, { afterwards: close })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
