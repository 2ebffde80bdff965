// Jest's environment for Node. It disables the AsyncLocalStorages of a suite, because they would slow down later suites
// in the same process.
import { AsyncLocalStorage } from 'node:async_hooks'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { TestEnvironment } from 'jest-environment-node'

// Processes that tests start must not get the flags of this process (jest.config.js).
process.env.NODE_OPTIONS = process.env.NODE_OPTIONS_OF_TESTS

const used = new Set()

// On Node 20, each used storage slows down every promise until it is disabled. Each suite has its own storages.
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
    // Tests use this function to find programs for other processes (transform-typescript.js).
    this.global.resolveCompiled = (name) => pathToFileURL(resolve(name)).href
  }

  async teardown() {
    await super.teardown()
    for (const storage of used) storage.disable()
    used.clear()
  }
}
