import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from '@jest/globals'
import {
  createWebServer,
  CrudServiceImpl,
  type EntityPatch,
  MemoryRepository,
  NotFoundException,
  type Page,
  RequestMapping,
  ServiceBasedRestController,
  type RequestContext,
  type WriteContext,
} from '@mvc-router/rest'
import { start } from './http-client.js'
import { User } from './user-server.js'

/** Method calls with user and path. */
type Seen = [method: string, user: unknown, path: string | undefined][]

function note(seen: Seen, method: string, context: RequestContext | undefined): void {
  seen.push([method, context?.user, context?.request.url])
}

class UserService extends CrudServiceImpl<User, number, MemoryRepository<User, number>> {
  readonly seen: Seen = []

  override async create(resource: User, context?: RequestContext): Promise<User> {
    note(this.seen, 'create', context)
    return super.create(resource, context)
  }

  override async update(resource: User, context?: RequestContext): Promise<User> {
    note(this.seen, 'update', context)
    return super.update(resource, context)
  }

  override async delete(resource: User, context?: RequestContext): Promise<void> {
    note(this.seen, 'delete', context)
    await super.delete(resource, context)
  }

  override async deleteAll(context?: RequestContext): Promise<void> {
    note(this.seen, 'deleteAll', context)
    await super.deleteAll(context)
  }

  override async findForUpdate(id: number, context?: RequestContext): Promise<User | undefined> {
    note(this.seen, 'findForUpdate', context)
    return super.findForUpdate(id, context)
  }

  override async findByIds(ids: readonly number[], context?: RequestContext): Promise<readonly User[]> {
    note(this.seen, 'findByIds', context)
    return super.findByIds(ids, context)
  }

  override async findAll(
    options?: Parameters<CrudServiceImpl<User, number>['findAll']>[0],
    context?: RequestContext,
  ): Promise<readonly User[]> {
    note(this.seen, 'findAll', context)
    return super.findAll(options, context)
  }

  override async count(context?: RequestContext): Promise<number> {
    note(this.seen, 'count', context)
    return super.count(context)
  }
}

@RequestMapping('/users')
class UserController extends ServiceBasedRestController<User, number, UserService> {
  override readonly deleteAll = true
  readonly seen: Seen = []

  override async findAll(
    parameters: URLSearchParams,
    context?: RequestContext,
  ): Promise<Page<User> | readonly User[]> {
    note(this.seen, 'findAll', context)
    return super.findAll(parameters, context)
  }

  override async create(resource: User, context?: RequestContext): Promise<User> {
    note(this.seen, 'create', context)
    return super.create(resource, context)
  }

  override async update(id: string, resource: User, context?: WriteContext<User>): Promise<User> {
    note(this.seen, 'update', context)
    return super.update(id, resource, context)
  }

  override async patch(id: string, patch: EntityPatch<User>, context?: WriteContext<User>): Promise<User> {
    note(this.seen, 'patch', context)
    return super.patch(id, patch, context)
  }

  override async delete(id: string, context?: WriteContext<User>): Promise<void> {
    note(this.seen, 'delete', context)
    await super.delete(id, context)
  }

  override async deleteAllEntities(context?: RequestContext): Promise<void> {
    note(this.seen, 'deleteAllEntities', context)
    await super.deleteAllEntities(context)
  }
}

/** Signs in each request as Ann. */
function signIn(request: IncomingMessage, _response: ServerResponse, next: () => void): void {
  Object.assign(request, { user: 'ann' })
  next()
}

const json = { 'content-type': 'application/json' }
const merge = { 'content-type': 'application/merge-patch+json' }

test('every method of a generic controller and its service gets the request and the user', async () => {
  const service = new UserService(new MemoryRepository(User))
  const controller = new UserController(service)
  const server = await start(
    await createWebServer({ controllers: { userController: controller }, middleware: [signIn] }),
  )
  await server.post('/users', { name: 'a' })
  await server.get('/users?page=2')
  await server.get('/users?page=no')
  await server.get('/users?ids[]=1')
  await server.get('/users/1')
  await server.call({ method: 'PUT', path: '/users/1', headers: json, body: { name: 'b' } })
  await server.call({ method: 'PATCH', path: '/users/1', headers: merge, body: { name: 'c' } })
  await server.call({ method: 'DELETE', path: '/users/1' })
  await server.call({ method: 'DELETE', path: '/users' })
  await server.close()

  for (const [, user, path] of [...controller.seen, ...service.seen]) {
    expect(user).toBe('ann')
    expect(path).toMatch(/^\/users/)
  }
  expect(new Set(controller.seen.map(([method]) => method))).toEqual(
    new Set(['create', 'findAll', 'update', 'patch', 'delete', 'deleteAllEntities']),
  )
  expect(new Set(service.seen.map(([method]) => method))).toEqual(
    new Set(['create', 'count', 'findAll', 'findByIds', 'findForUpdate', 'update', 'delete', 'deleteAll']),
  )
})

test('if findById of a service hides a row from a user, the user can neither read nor write the row', async () => {
  class PrivateService extends CrudServiceImpl<User, number> {
    override async findById(id: number, context?: RequestContext): Promise<User | undefined> {
      if (context?.user !== 'bob') throw new NotFoundException('There is no such user')
      return super.findById(id, context)
    }
  }
  @RequestMapping('/users')
  class PrivateController extends ServiceBasedRestController<User, number> {}
  const repository = new MemoryRepository<User, number>(User)
  await repository.insert(User.create({ name: 'a' }))
  const server = await start(
    await createWebServer({
      controllers: { userController: new PrivateController(new PrivateService(repository)) },
      middleware: [signIn],
    }),
  )
  const statuses = [
    await server.get('/users/1'),
    await server.call({ method: 'PUT', path: '/users/1', headers: json, body: { name: 'b' } }),
    await server.call({ method: 'PATCH', path: '/users/1', headers: merge, body: { name: 'b' } }),
    await server.call({ method: 'DELETE', path: '/users/1' }),
  ].map(({ status }) => status)
  await server.close()
  expect(statuses).toEqual([404, 404, 404, 404])
  expect(await repository.findOne(1)).toMatchObject({ name: 'a' })
})

test('the signal of a request is aborted only if the client disconnects before the answer', async () => {
  const signals: AbortSignal[] = []
  let began = (): void => undefined
  @RequestMapping('/users')
  class SlowController extends ServiceBasedRestController<User, number> {
    override async findById(id: string, context?: RequestContext): Promise<User> {
      if (context === undefined) throw new TypeError('expected a context')
      signals.push(context.signal)
      began()
      if (id === '2') await once(context.signal, 'abort')
      return super.findById(id, context)
    }
  }
  const repository = new MemoryRepository<User, number>(User)
  await repository.insert(User.create({ name: 'a' }))
  const controller = new SlowController(new CrudServiceImpl(repository))
  const server = await start(
    await createWebServer({ controllers: { userController: controller }, logError: () => undefined }),
  )
  expect((await server.get('/users/1')).status).toBe(200)

  const waiting = new Promise<void>((resolve) => (began = resolve))
  const client = new AbortController()
  const lost = fetch(`http://127.0.0.1:${server.port}/users/2`, { signal: client.signal })
  await waiting
  client.abort()
  await expect(lost).rejects.toThrow()
  const [answered, abandoned] = signals
  if (abandoned?.aborted === false) await once(abandoned, 'abort')
  await server.close()
  expect([answered?.aborted, abandoned?.aborted]).toEqual([false, true])
})
