import { stopOnSignals } from '@mvc-router/router-core/express'
import { createApp } from './app.js'

try {
  const { app, close } = await createApp()
  const port = Number(process.env['PORT'] ?? 3000)
  await app.listen({ port, host: '0.0.0.0' })
  console.log(`http://localhost:${port}/`)
  stopOnSignals(app.server, { afterwards: close })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
