import type { BenchFamily } from '../report/bench-table.js'
import { pin } from '../servers/pin.js'
import { measureFormats } from './measure-formats.js'
import { measureStore } from './measure-store.js'
import { stores } from './stores.js'

/** CPU time, user and system, of the server per request. Candidates run in processes of their own and take turns. */
export const restFamily: BenchFamily = {
  title: 'REST',
  packages: [
    'express',
    'fastify',
    'kysely',
    'libsql',
    'pg',
    'zod',
    '@feathersjs/feathers',
    '@feathersjs/knex',
    '@nestjs/core',
    '@dataui/crud',
    'typeorm',
  ],
  async measure() {
    pin(process.pid, 1)
    const tables = []
    for (const store of stores) tables.push(await measureStore(store))
    return [...tables, await measureFormats()]
  },
}
