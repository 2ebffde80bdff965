import { readRouteSet } from '../route-sets.js'
import { serveMeasured } from '../servers/serve-measured.js'
import { httpPeers, type AnswerKind } from './http-peers.js'

// Serves one candidate. node http-server.js NAME KIND
const [name = '', kind = ''] = process.argv.slice(2)
const create = httpPeers.get(name)
if (create === undefined) throw new Error(`No such peer: ${name}`)
serveMeasured(await create(readRouteSet('github'), kind as AnswerKind))
