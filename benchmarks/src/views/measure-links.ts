import { measure, type MeasureOptions, type Timing } from '../measure.js'
import { createRandom, randomText, type Random } from '../random.js'
import { renderInRequest } from './render-in-request.js'
import type { User } from './view-engine.js'
import { viewEngines } from './view-engines.js'

const rowsOfPage = 50

/** Measures a page in nanoseconds per row, for each way to write its links. Every round has new users. */
export async function measureLinks(engineName: string, options: MeasureOptions): Promise<Timing[]> {
  const engine = await viewEngines.get(engineName)?.()
  if (engine === undefined) throw new Error(`No such engine: ${engineName}`)
  return renderInRequest((mapping, locals) => {
    const random = createRandom(rowsOfPage)
    const candidates = Object.entries(engine.create(mapping)).map(([name, render]) => {
      let data = { ...locals, users: randomUsers(random) }
      const items = data.users.map((user) => `<li><a href="/user/${user.id}">${user.name}</a></li>`)
      const [html, expected] = [render(data), `<ul>${items.join('')}</ul>`]
      if (html !== expected) throw new Error(`"${name}" prints ${html} instead of ${expected}`)
      return {
        name,
        operations: rowsOfPage,
        prepare() {
          data = { ...locals, users: randomUsers(random) }
        },
        // Converts the page to bytes, as a server does. This joins the pieces of its text.
        run: () => Buffer.from(render(data)).length,
      }
    })
    return measure(candidates, options)
  })
}

function randomUsers(random: Random): User[] {
  return Array.from({ length: rowsOfPage }, () => ({
    id: 1_000_000 + Math.floor(random() * 9_000_000),
    name: randomText(random, 'abcdefghijklmnopqrstuvwxyz', 3, 12),
  }))
}
