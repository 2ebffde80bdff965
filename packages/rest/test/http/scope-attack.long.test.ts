import { describe } from '@jest/globals'
import { freshTable } from '../databases.js'
import { attackOnDatabases, memoryStores } from './attacked-stores.js'
import { testScopeAttack } from './scope-attack.js'

describe('a scope in memory, with many requests', () =>
  testScopeAttack(async () => memoryStores(freshTable), 10_000))

await attackOnDatabases(2500)
