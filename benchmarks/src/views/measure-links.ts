import { measure, type MeasureOptions, type Timing } from '../measure.js'
import { createRandom, randomText, type Random } from '../random.js'
import { constantUrl, linkHelpers } from './link-helpers.js'
import { renderInRequest } from './render-in-request.js'
import type { Render, User } from './view-engine.js'
import { viewEngines } from './view-engines.js'

const rowsOfPage = 50

/** Nanoseconds per row of a page, by the way in which its links are written. Every round has users of its own. */
export async function measureLinks(engineName: string, options: MeasureOptions): Promise<Timing[]> {
  const engine = await viewEngines.get(engineName)?.()
  if (engine === undefined) throw new Error(`No such engine: ${engineName}`)
  return renderInRequest((mapping, locals) => {
    const ways = Object.entries(engine.create(mapping, linkHelpers))
    const random = createRandom(rowsOfPage)
    for (const [way, render] of ways) checkPage(way, render, randomUsers(random), locals)
    const candidates = ways.map(([name, render]) => {
      let data = { ...locals, users: randomUsers(random) }
      return {
        name,
        operations: rowsOfPage,
        prepare() {
          data = { ...locals, users: randomUsers(random) }
        },
        // As it is sent: that makes one flat text of all the pieces.
        run: () => Buffer.from(render(data)).length,
      }
    })
    return measure(candidates, options)
  })
}

/** @throws when a link is not the one that the others write */
export function checkPage(
  way: string,
  render: Render,
  users: readonly User[],
  locals: Readonly<Record<string, unknown>>,
): void {
  const url = (id: number): string => (way === 'constant' ? constantUrl : `/user/${id}`)
  const items = users.map(({ id, name }) => `<li><a href="${url(id)}">${name}</a></li>`)
  const expected = `<ul>${items.join('')}</ul>`
  const html = render({ ...locals, users })
  if (html !== expected)
    throw new Error(`"${way}" prints ${html.slice(0, 200)} instead of ${expected.slice(0, 200)}`)
}

export function randomUsers(random: Random, count = rowsOfPage): User[] {
  const users = Array.from({ length: count }, () => ({
    id: 1_000_000 + Math.floor(random() * 9_000_000),
    name: randomText(random, 'abcdefghijklmnopqrstuvwxyz', 3, 12),
  }))
  return users
}
