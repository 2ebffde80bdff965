import { measureHttp } from './http/http-family.js'
import type { AnswerKind } from './http/http-peer.js'
import { httpPeers } from './http/http-peers.js'
import { formatTable } from './report/format-table.js'
import type { RouteSetName } from './route-sets.js'

// node benchmarks/dist/try-http.js [SET] [PART-OF-NAME,...] [ROUNDS] [text|JSON]
const [set = 'github', names = '', rounds = '15', kind = 'text'] = process.argv.slice(2)
const chosen = httpPeers
  .map(({ name }) => name)
  .filter((name) => names === '' || names.split(',').some((part) => name.includes(part)))
const table = await measureHttp({
  set: set as RouteSetName,
  kind: kind as AnswerKind,
  title: set,
  names: chosen,
  rounds: Number(rounds),
})
console.log(formatTable(table))
