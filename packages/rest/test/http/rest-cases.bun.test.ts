import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { MemoryRepository } from '@mvc-router/rest'
import { createTables, type Database, dropTables, KyselyRepository } from '@mvc-router/rest-kysely'
import { describeDatabases } from '../databases.js'
import { restCases, runCase } from './fixture-cases.js'
import {
  createFixtureServer,
  defineSample,
  fixtureServers,
  type SampleRepository,
  type SampleTable,
  sampleTables,
} from './fixture-servers.js'
import { type RunningServer, start } from './http-client.js'

/** Runs each case on servers with these repositories. Empties the repositories before a case with `reset`. */
function runCases(repositories: () => ReadonlyMap<SampleTable, SampleRepository>): void {
  const servers = new Map<string, RunningServer>()

  beforeAll(async () => {
    for (const name of fixtureServers.keys()) {
      const repositoryOf = (table: SampleTable): SampleRepository => {
        const repository = repositories().get(table)
        if (repository === undefined) throw new Error(`There is no repository for ${table}`)
        return repository
      }
      servers.set(name, await start(await createFixtureServer(name, repositoryOf)))
    }
  })
  afterAll(async () => {
    for (const server of servers.values()) await server.close()
  })

  for (const restCase of restCases()) {
    test(`${restCase.id}: ${restCase.note}`, async () => {
      if (restCase.setup.reset) for (const repository of repositories().values()) await repository.deleteAll()
      const server = servers.get(restCase.setup.server)
      if (server === undefined) throw new Error(`The fixture has no server "${restCase.setup.server}"`)
      await runCase(restCase, server)
    })
  }
}

describe('the cases of fixtures/rest.json in memory', () => {
  const repositories = new Map(
    sampleTables.map((table) => [table, new MemoryRepository(defineSample(table))] as const),
  )
  runCases(() => repositories)
})

await describeDatabases('the cases of fixtures/rest.json', ({ open, close }) => {
  const entities = new Map(
    sampleTables.map((table) => [table, defineSample(`http_${table}_${process.pid}`)] as const),
  )
  let database: Database
  let repositories: ReadonlyMap<SampleTable, SampleRepository> = new Map()

  beforeAll(async () => {
    database = await open()
    await createTables(database, [...entities.values()])
    repositories = new Map(
      Array.from(entities, ([table, entity]) => [table, new KyselyRepository(database, entity)] as const),
    )
  })
  afterAll(async () => {
    await dropTables(database, [...entities.values()])
    await database.close()
    await close()
  })
  runCases(() => repositories)
})
