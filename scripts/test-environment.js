// Jest's environment for Node, without what would slow down the suites that follow in the same process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { TestEnvironment } from 'jest-environment-node'

const used = new Set()

// On Node 20, each storage that was used has a part in every promise until it is disabled. Each suite has storages of its own.
for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name]
  AsyncLocalStorage.prototype[name] = function (...args) {
    used.add(this)
    return method.apply(this, args)
  }
}

export default class extends TestEnvironment {
  async teardown() {
    await super.teardown()
    for (const storage of used) storage.disable()
    used.clear()
  }
}
