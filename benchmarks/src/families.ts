import type { BenchFamily } from './report/bench-table.js'

/** The families of `npm run bench`, in the order in which they run; each loads its peers when it does. */
export const families: ReadonlyMap<string, () => Promise<BenchFamily>> = new Map([
  ['match', async () => (await import('./match/match-family.js')).matchFamily],
  ['reverse', async () => (await import('./reverse/reverse-family.js')).reverseFamily],
  ['views', async () => (await import('./views/views-family.js')).viewsFamily],
  ['load', async () => (await import('./load/load-family.js')).loadFamily],
  ['start', async () => (await import('./start/start-family.js')).startFamily],
  ['rest', async () => (await import('./rest/rest-family.js')).restFamily],
  ['editor', async () => (await import('./editor/editor-family.js')).editorFamily],
  ['traces', async () => (await import('./traces/traces-family.js')).tracesFamily],
  ['http', async () => (await import('./http/http-family.js')).httpFamily],
])
