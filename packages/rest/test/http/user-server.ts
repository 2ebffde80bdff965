import {
  createWebServer,
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
  type WebServerOptions,
} from '@mvc-router/rest'
import { type RunningServer, start } from './http-client.js'

export const User = defineEntity({
  name: 'User',
  key: { id: 'integer' },
  fields: {
    name: 'string',
    email: { type: 'string?', unique: true },
    age: 'integer?',
    born: 'datetime?',
    extra: 'json?',
  },
})
export type User = EntityOf<typeof User>

@RequestMapping('/users')
export class UserController extends RepositoryBasedRestController<
  User,
  number,
  MemoryRepository<User, number>
> {}

/** Starts a server with a `UserController` in memory, and with the controllers and routes of the test. */
export async function startUsers({
  controllers = {},
  ...options
}: WebServerOptions = {}): Promise<RunningServer> {
  const userController = new UserController(new MemoryRepository(User))
  const app = await createWebServer({
    logError: () => undefined,
    ...options,
    controllers: { userController, ...controllers },
  })
  return await start(app)
}
