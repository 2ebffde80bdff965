import {
  createWebServer,
  defineEntity,
  type EntityOf,
  RepositoryBasedRestController,
  type WebServer,
} from '@mvc-router/rest'
import {
  type Database,
  KyselyRepository,
  openDatabase,
  type OpenDatabaseOptions,
} from '@mvc-router/rest-kysely'

/** An event. If a client sends it again with the same `Idempotency-Key`, the event is still stored only once. */
export const Event = defineEntity({
  name: 'Event',
  key: { id: 'integer' },
  fields: { token: { type: 'string', maxLength: 80 } },
})
type Event = EntityOf<typeof Event>

/** A number that many clients change at the same time. */
export const Counter = defineEntity({
  name: 'Counter',
  key: { id: { type: 'string', generated: false } },
  fields: { value: 'integer' },
  version: 'version',
})
type Counter = EntityOf<typeof Counter>

class EventController extends RepositoryBasedRestController<Event, number> {
  readonly requestMapping = '/events'
}

class CounterController extends RepositoryBasedRestController<Counter, string> {
  readonly requestMapping = '/counters'
}

/** Creates an API on a database with several addresses. It needs no code for clusters. */
export async function createApi(
  addresses: readonly string[],
  options: OpenDatabaseOptions = { connectTimeout: 2000, statementTimeout: 3000 },
): Promise<{ readonly app: WebServer; readonly database: Database }> {
  const database = await openDatabase(addresses, options)
  const app = await createWebServer({
    controllers: [
      new EventController(new KyselyRepository(database, Event)),
      new CounterController(new KyselyRepository(database, Counter)),
    ],
    health: true,
  })
  return { app, database }
}
