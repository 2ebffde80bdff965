/** The application of the tests of signals and flags. It sends its port, and "started" when an action starts. */
import { createServer } from 'node:http'
import express from 'express'
import { RouterHandlerMapping, RouterModelAttribute, stopOnSignals } from '@mvc-router/router-core/express'

const [routeFile] = process.argv.slice(2)
const mapping = new RouterHandlerMapping({
  routeFiles: routeFile ?? (() => 'GET /slow/{id} pageController.slow\nGET /never pageController.never'),
  autoReloadEnabled: routeFile !== undefined,
  controllers: {
    pageController: {
      slow: async (request) => {
        process.send?.('started')
        await new Promise((resolve) => setTimeout(resolve, 300))
        return mapping.reverse('pageController.slow', { id: request.params.id }).url
      },
      never: () => {
        process.send?.('started')
        return new Promise(() => undefined)
      },
    },
  },
})
await mapping.load()
const app = express()
app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
const server = createServer(app)
stopOnSignals(server, { timeout: 2500, afterwards: () => mapping.close() })
server.listen(0, '127.0.0.1', () => process.send?.(server.address().port))
