import { expect, test } from '@jest/globals'
import { defineEntity } from '@mvc-router/rest'
import { Database, DocumentRepository, KyselyRepository, openDatabase } from '@mvc-router/rest-kysely'

const Item = defineEntity({ name: 'Item', key: { id: 'integer' }, fields: { name: 'string' } })
const database = await openDatabase(':memory:')

/** Functions that take options, each with a misspelt option and the right option. */
const callers: readonly (readonly [string, (options: never) => unknown, string, string])[] = [
  ['openDatabase', (options) => openDatabase(':memory:', options), 'maxConnection', 'maxConnections'],
  [
    'openDatabase with a timeout',
    (options) => openDatabase(':memory:', options),
    'locktimeout',
    'lockTimeout',
  ],
  ['Database', (options) => new Database(database.kysely, options), 'idleTimout', 'idleTimeout'],
  ['KyselyRepository', (options) => new KyselyRepository(database, Item, options), 'fetched', 'fetch'],
  ['DocumentRepository', (options) => new DocumentRepository(database, Item, options), 'index', 'indexes'],
]

test.each(callers)(
  '%s refuses a misspelt option and names the nearest option',
  async (_name, call, given, nearest) => {
    await expect((async () => call({ [given]: undefined } as never))()).rejects.toMatchObject({
      code: 'E_CONFIG',
      option: given,
      message: expect.stringMatching(new RegExp(`"${given}".*\\b${nearest}\\b`)),
    })
  },
)
