import { readRouteSet, type RouteSetName } from '../route-sets.js'
import { serveMeasured } from '../servers/serve-measured.js'
import { httpPeers, type AnswerKind } from './http-peers.js'

// One candidate in a process of its own. node http-server.js NAME SET KIND
const [name = '', set = '', kind = ''] = process.argv.slice(2)
const create = httpPeers.get(name)
if (create === undefined) throw new Error(`No such peer: ${name}`)
serveMeasured(await create(readRouteSet(set as RouteSetName), kind as AnswerKind))
