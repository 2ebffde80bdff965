import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { serveMeasured } from '../servers/serve-measured.js'
import type { AnswerKind } from './http-peer.js'
import { httpPeers } from './http-peers.js'

// One candidate in a process of its own. node http-server.js NAME SET KIND
const [name = '', set = '', kind = ''] = process.argv.slice(2)
const peer = httpPeers.find((candidate) => candidate.name === name)
if (peer === undefined) throw new Error(`No such peer: ${name}`)
serveMeasured(await peer.create(readRouteSet(set as RouteSetName), kind as AnswerKind))
