import { createRequire } from 'node:module'
import { feathers } from '@feathersjs/feathers'
import { KnexService } from '@feathersjs/knex'
import { bodyParser, errorHandler, koa, rest } from '@feathersjs/koa'
import { Ajv, getValidator, hooks, querySyntax } from '@feathersjs/schema'
import createKnex, { type Knex } from 'knex'
import { createServer } from 'node:http'
import { createBookEntity } from '../book.js'
import type { StartApi } from '../rest-api.js'
import { postgres, toRows, type SqlStore } from '../stores.js'

const text = { type: 'string' } as const
const integer = { type: 'integer' } as const
const properties = {
  title: { ...text, minLength: 1, maxLength: 200 },
  author: { ...text, minLength: 1 },
  review: text,
  isbn: text,
  pages: integer,
  year: integer,
  available: { type: 'boolean' },
} as const

const dataSchema = {
  $id: 'BookData',
  type: 'object',
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
} as const

const querySchema = {
  $id: 'BookQuery',
  type: 'object',
  additionalProperties: false,
  properties: querySyntax({ id: integer, ...properties }),
} as const

/** As its command creates an application: Koa, Knex, and schemas for data and queries. It counts every list. */
export const startFeathers: StartApi = async (store) => {
  const knex = openKnex(store as SqlStore)
  const { table } = createBookEntity()
  await createTable(knex, table, store as SqlStore)
  const app = koa(feathers())
  app.use(errorHandler()).use(bodyParser())
  app.configure(rest())
  const service = new KnexService({ Model: knex, name: table, paginate: { default: 10, max: 100 } })
  app.use('books', service, { methods: ['find', 'get', 'create'] })
  const validateData = hooks.validateData(getValidator(dataSchema, new Ajv({})))
  const validateQuery = hooks.validateQuery(getValidator(querySchema, new Ajv({ coerceTypes: true })))
  app.service('books').hooks({ before: { all: [validateQuery], create: [validateData] } })
  const answer = app.callback()
  const server = createServer((request, response) => void answer(request, response))
  await app.setup(server)
  return {
    server,
    close: async () => {
      await knex.schema.dropTableIfExists(table)
      await knex.destroy()
    },
  }
}

/** SQLite through the library that all candidates use. */
function openKnex(store: SqlStore): Knex {
  if (store === 'PostgreSQL') return createKnex({ client: 'pg', connection: postgres })
  const require = createRequire(import.meta.url)
  const Dialect = require('knex/lib/dialects/better-sqlite3') as typeof Knex.Client
  class Libsql extends Dialect {
    _driver(): unknown {
      return require('libsql')
    }
  }
  return createKnex({
    client: Libsql,
    connection: { filename: ':memory:' },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  })
}

async function createTable(knex: Knex, name: string, store: SqlStore): Promise<void> {
  await knex.schema.createTable(name, (table) => {
    table.increments('id')
    for (const column of ['title', 'author', 'review', 'isbn']) table.text(column).notNullable()
    for (const column of ['pages', 'year']) table.integer(column).notNullable()
    table.boolean('available').notNullable()
  })
  const rows = toRows(store)
  for (let start = 0; start < rows.length; start += 100)
    await knex(name).insert(rows.slice(start, start + 100))
}
