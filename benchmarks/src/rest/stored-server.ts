import type { AddressInfo } from 'node:net'
import { apis, startApi } from './stored-apis.js'
import { stores } from './stored-books.js'

// One candidate over one store, in a process of its own. It counts the CPU time between two messages.

const [api, store] = [
  apis.find((name) => name === process.argv[2]),
  stores.find((name) => name === process.argv[3]),
]
if (api === undefined || store === undefined) throw new Error('node stored-server.js API STORE')
const { server, close } = await startApi(api, store)
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
let start = process.cpuUsage()
process.on('message', (message) => {
  if (message === 'start') start = process.cpuUsage()
  else {
    const { user, system } = process.cpuUsage(start)
    process.send?.(user + system)
  }
})
process.once('disconnect', () => void close().finally(() => process.exit()))
