import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import {
  createWebServer,
  defineEntity,
  type EntityOf,
  MemoryRepository,
  RepositoryBasedRestController,
  RequestMapping,
} from '@mvc-router/rest'

const folder = resolve('tooling/recipes')
const generator = join(folder, 'node_modules/openapi-typescript/bin/cli.js')
const tsc = resolve('node_modules/typescript/bin/tsc')

const Book = defineEntity({
  name: 'Book',
  key: { id: 'integer' },
  fields: { title: { type: 'string', maxLength: 50 }, kind: { type: 'string?', enum: ['novel', 'poems'] } },
})

@RequestMapping('/books')
class BookController extends RepositoryBasedRestController<EntityOf<typeof Book>, number> {}

test('a client that is generated from the OpenAPI document compiles in strict mode, and sends requests', async () => {
  const bookController = new BookController(new MemoryRepository(Book))
  const app = await createWebServer({
    controllers: { bookController },
    documents: { title: 'Library', version: '1.0.0' },
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = await mkdtemp(join(folder, 'client-'))
  try {
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const document = await (await fetch(`${origin}/api/openapi.json`)).text()
    await writeFile(join(client, 'openapi.json'), document)
    await writeFile(join(client, 'client.ts'), program)
    await writeFile(join(client, 'package.json'), '{"type":"module"}')

    expect(await run(generator, join(client, 'openapi.json'), '--output', join(client, 'api.ts'))).toBe('')
    const options = [
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--skipLibCheck',
      '--ignoreConfig',
    ]
    expect(await run(tsc, ...options, join(client, 'client.ts'))).toBe('')

    const { use } = (await import(pathToFileURL(join(client, 'client.js')).href)) as Client
    expect(await use(origin)).toEqual(['Emma', 404, 'Not Found', 'string'])
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(client, { recursive: true })
  }
})

interface Client {
  readonly use: (origin: string) => Promise<unknown>
}

/**
 * Runs a program with Node, and returns its output if it fails. Does not block this process, which is also the server.
 */
async function run(...args: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, args)
    return ''
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    return stdout + stderr
  }
}

const program = `
import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

export async function use(baseUrl: string): Promise<unknown> {
  const client = createClient<paths>({ baseUrl })
  const { data: created } = await client.POST('/books', { body: { title: 'Emma', kind: 'novel' } })
  if (created === undefined) throw new Error('not created')
  await client.POST('/books', { body: { title: 'Persuasion', kind: 'novel' } })
  const book: components['schemas']['Book'] = created
  const { error, response } = await client.GET('/books/{id}', { params: { path: { id: 4711 } } })
  const { data: list } = await client.GET('/books', { params: { query: { after: '', sort: ['-id'], size: 1 } } })
  const next = list !== undefined && 'next' in list ? list.next : undefined
  // @ts-expect-error there is no such property to sort by
  await client.GET('/books', { params: { query: { sort: ['nothing'] } } })
  return [book.title, response.status, error?.status, typeof next]
}
`
