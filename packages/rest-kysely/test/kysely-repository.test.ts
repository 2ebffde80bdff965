import { afterAll, beforeAll, test } from '@jest/globals'
import { repositoryContract } from '@mvc-router/rest/contract'
import { createTables, dropTables, KyselyRepository, type Database } from '@mvc-router/rest-kysely'
import { describeRules } from '../../rest/test/databases.js'

await describeRules('a repository', ({ open, close }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(async () => {
    await database.close()
    await close()
  })

  const contract = repositoryContract({
    open: async (entity) => {
      await createTables(database, [entity])
      return new KyselyRepository(database, entity)
    },
    close: async (entity) => dropTables(database, [entity]),
  })
  for (const { name, run } of contract) test(name, run)
})
