import {
  createWebServer,
  defineEntity,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'
import { strict as assert } from 'node:assert'

assert.equal(typeof createWebServer, 'function')
assert.equal(typeof defineEntity, 'function')
assert.equal(typeof MemoryRepository, 'function')
assert.equal(typeof RepositoryBasedRestController, 'function')
assert.equal(typeof RequestMapping, 'function')
