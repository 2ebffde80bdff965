// Jest's environment for Node, without what would slow down the suites that follow in the same process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { TestEnvironment } from 'jest-environment-node'

// The flags of this process (jest.config.js) are not those of the processes that tests start.
process.env.NODE_OPTIONS = process.env.NODE_OPTIONS_OF_TESTS

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
  constructor(config, context) {
    super(config, context)
    const { resolve } = createRequire(context.testPath)
    // For programs that a test runs in a process of their own (transform-typescript.js).
    this.global.resolveCompiled = (name) => pathToFileURL(resolve(name)).href
  }

  async teardown() {
    await super.teardown()
    for (const storage of used) storage.disable()
    used.clear()
  }
}
