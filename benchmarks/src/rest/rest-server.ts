import { serveMeasured } from '../servers/serve-measured.js'
import { openBooks, type Store } from './open-books.js'
import { restApis } from './rest-apis.js'

// Serves one API over one store. node rest-server.js API STORE
const [name = '', store] = process.argv.slice(2)
const start = restApis.get(name)
if (start === undefined) throw new Error(`No such API: ${name}`)
const books = await openBooks(store as Store)
serveMeasured(await start(books), books.close)
