import { serveMeasured } from '../servers/serve-measured.js'
import { restApis } from './rest-apis.js'
import type { Store } from './stores.js'

// One API over one store, in a process of its own. node rest-server.js API STORE
const [name = '', store] = process.argv.slice(2)
const api = restApis.get(name)
if (api === undefined) throw new Error(`No such API: ${name}`)
const start = await api.load()
const { server, close } = await start(store as Store)
serveMeasured(server, close)
