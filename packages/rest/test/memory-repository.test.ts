import { describe, test } from '@jest/globals'
import { MemoryRepository } from '@mvc-router/rest'
import { repositoryContract } from '@mvc-router/rest/contract'

describe('a repository in memory', () => {
  for (const { name, run } of repositoryContract({ open: async (entity) => new MemoryRepository(entity) }))
    test(name, run)
})
