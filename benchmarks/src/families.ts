import type { BenchFamily } from './report/bench-table.js'

/** The families of `npm run bench`, in the order in which they run. A family loads its peers when it runs. */
export const families: ReadonlyMap<string, () => Promise<BenchFamily>> = new Map([
  ['match', async () => (await import('./match/match-family.js')).matchFamily],
  ['reverse', async () => (await import('./reverse/reverse-family.js')).reverseFamily],
  ['views', async () => (await import('./views/views-family.js')).viewsFamily],
  ['http', async () => (await import('./http/http-family.js')).httpFamily],
  ['rest', async () => (await import('./rest/rest-family.js')).restFamily],
])
