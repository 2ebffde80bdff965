import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createWebServer, defineEntity, type EntityOf, RepositoryBasedRestController } from '@mvc-router/rest'
import { KyselyRepository } from '@mvc-router/rest-kysely'
import { freshTable } from '../../rest/test/databases.js'
import { describeTables } from '../../rest/test/stores.js'
import { type Answer, type RunningServer, start } from '../../rest/test/http/http-client.js'

const Shelf = defineEntity({
  name: 'Shelf',
  table: freshTable(),
  key: { id: 'integer' },
  fields: { name: 'string?' },
})
const Volume = defineEntity({
  name: 'Volume',
  table: freshTable(),
  key: { id: 'integer' },
  fields: {
    shelfId: { type: 'integer?', references: () => Shelf },
    loanShelfId: { type: 'integer?', references: () => Shelf, column: 'Loan Shelf' },
    secretShelfId: { type: 'integer?', references: () => Shelf, hidden: true },
  },
})
type Shelf = EntityOf<typeof Shelf>
type Volume = EntityOf<typeof Volume>

class ShelfController extends RepositoryBasedRestController<Shelf, number> {
  readonly requestMapping = '/shelves'
}
class VolumeController extends RepositoryBasedRestController<Volume, number> {
  readonly requestMapping = '/volumes'
}

await describeTables('broken references', [Shelf, Volume], (database) => {
  let server: RunningServer
  let shelf: number
  let volume: number

  beforeEach(async () => {
    const shelves = new KyselyRepository<Shelf, number>(database(), Shelf)
    const volumes = new KyselyRepository<Volume, number>(database(), Volume)
    shelf = (await shelves.insert(Shelf.create({ name: 'a' }))).id
    volume = (await volumes.insert(Volume.create({ shelfId: shelf }))).id
    server = await start(
      await createWebServer({ controllers: [new ShelfController(shelves), new VolumeController(volumes)] }),
    )
  })
  afterEach(async () => server.close())

  const write = async (method: string, path: string, body?: object): Promise<Answer> => {
    const type = method === 'PATCH' ? 'merge-patch+json' : 'json'
    const headers = {
      'content-type': `application/${type}`,
      accept: 'application/json, application/problem+json',
    }
    return server.call({ method, path, headers, body })
  }

  test.each(['shelfId', 'loanShelfId'])(
    'a POST, PUT or PATCH with a broken reference is answered with 409, and the answer names the field %s',
    async (name) => {
      const body = { shelfId: shelf, loanShelfId: shelf, [name]: 1_000_000 }
      for (const [method, path, sent] of [
        ['POST', '/volumes', body],
        ['PUT', `/volumes/${volume}`, body],
        ['PATCH', `/volumes/${volume}`, { [name]: 1_000_000 }],
      ] as const) {
        const { status, text } = await write(method, path, sent)
        expect([method, status, JSON.parse(text)]).toEqual([
          method,
          409,
          expect.objectContaining({
            detail: `The ${name} of this Volume refers to nothing`,
            errors: [{ pointer: `/${name}`, code: 'reference', message: 'refers to nothing' }],
          }),
        ])
      }
    },
  )

  test('an answer 409 names no field if the reference is hidden or a referenced row is deleted', async () => {
    const answers = [
      await write('POST', '/volumes', { shelfId: shelf, secretShelfId: 1_000_000 }),
      await write('DELETE', `/shelves/${shelf}`),
    ]
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([409, expect.stringContaining('or another row refers to this')])
      expect(text).not.toMatch(/shelfId|secret/i)
    }
  })
})
