import type { ViewEngine } from './view-engine.js'

/** Each is measured in a process of its own, which loads no other one. */
export const viewEngines: ReadonlyMap<string, () => Promise<ViewEngine>> = new Map([
  ['nunjucks', async () => (await import('./engines/nunjucks.js')).nunjucksEngine],
  ['handlebars', async () => (await import('./engines/handlebars.js')).handlebarsEngine],
  ['eta', async () => (await import('./engines/eta.js')).etaEngine],
  ['ejs', async () => (await import('./engines/ejs.js')).ejsEngine],
  ['react', async () => (await import('./engines/react.js')).reactEngine],
  ['preact', async () => (await import('./engines/preact.js')).preactEngine],
])
