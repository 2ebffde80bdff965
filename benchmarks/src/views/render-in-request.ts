import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  RouterHandlerMapping,
  RouterModelAttribute,
  type ExpressRequest,
} from '@mvc-router/router-core/express'
import express, { type Response } from 'express'

const routes = `
GET     /user/?               userController.listAll
GET     /user/{<[0-9]+>id}    userController.showUser
DELETE  /user/{<[0-9]+>id}    userController.deleteUser
`

/**
 * Calls `work` in an action, with the variables that Express passes to a template. The application is set up like the
 * applications in the READMEs of the view packages.
 */
export async function renderInRequest<Result>(
  work: (mapping: RouterHandlerMapping, locals: Readonly<Record<string, unknown>>) => Result,
): Promise<Result> {
  const app = express()
  const results: Result[] = []
  const userController = {
    listAll(_: ExpressRequest, response: Response): void {
      results.push(work(mapping, { ...app.locals, ...response.locals }))
      response.end()
    },
    showUser: (): void => undefined,
    deleteUser: (): void => undefined,
  }
  const mapping = new RouterHandlerMapping({ routeFiles: () => routes, controllers: { userController } })
  await mapping.load()
  app.use(new RouterModelAttribute({ mapping }).middleware, mapping.middleware)
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/user/`)
    const [result] = results
    if (result === undefined) throw new Error(`The page was answered with ${status}`)
    return result
  } finally {
    server.close()
  }
}
