import { describe } from '@jest/globals'
import { freshTable } from '../databases.js'
import { attackOnDatabases, memoryStores } from './attacked-stores.js'
import { testScopeAttack } from './scope-attack.js'

const count = Number(process.env['FUZZ_RUNS'] ?? 150)

describe('a scope in memory', () => testScopeAttack(async () => memoryStores(freshTable), count))

await attackOnDatabases(Math.ceil(count / 2))
