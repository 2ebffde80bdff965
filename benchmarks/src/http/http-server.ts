import type { AddressInfo } from 'node:net'
import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { httpPeers } from './http-peers.js'

// One candidate in a process of its own. It tells its port, and then the CPU time (user and system, in µs) between
// two messages. node http-server.js NAME SET

const [name = '', set = ''] = process.argv.slice(2)
const peer = httpPeers.find((candidate) => candidate.name === name)
if (peer === undefined) throw new Error(`No such peer: ${name}`)
const server = await peer.create(readRouteSet(set as RouteSetName))
// Connections wait while others have their turn.
server.keepAliveTimeout = 0
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

let start = process.cpuUsage()
process.on('message', (message) => {
  if (message === 'start') {
    start = process.cpuUsage()
    process.send?.(0)
    return
  }
  const { user, system } = process.cpuUsage(start)
  process.send?.(user + system)
})
process.once('disconnect', () => process.exit())
