import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { createConnection, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createApi, type Api } from '@mvc-router/example-api'
import { applyDiff } from '@mvc-router/link-conformance'
import { openDatabase } from '@mvc-router/rest-kysely'

const run = promisify(execFile)
const folder = resolve('examples/api')
const readme = await readFile(join(folder, 'README.md'), 'utf8')

/** The curl lines of the README, each with the answer that the README shows. */
const questions = [...readme.matchAll(/```sh\n((?:curl .*\n)+)```\n```(?:json)?\n([^]*?)```/g)].flatMap(
  ([, lines = '', shown = '']) => {
    const commands = lines.trim().split('\n')
    const answers = commands.length === 1 ? [shown] : splitAnswers(shown)
    return commands.map((command, index) => ({ command, shown: answers[index] ?? '' }))
  },
)

/**
 * Splits a block into answers. An answer with headers has an empty line before its body. Any other answer is one line.
 */
function splitAnswers(shown: string): string[] {
  const answers: string[] = []
  const lines = shown.trim().split('\n')
  while (lines.length > 0) {
    const line = lines.shift() ?? ''
    const head = [line]
    if (line.startsWith('HTTP/') && !line.includes(' 204 ')) {
      while (lines[0] !== '') head.push(lines.shift() ?? '')
      head.push(lines.shift() ?? '', lines.shift() ?? '')
    }
    answers.push(head.join('\n'))
  }
  return answers
}

async function ask(command: string, port: number): Promise<string> {
  const { stdout } = await run('sh', [
    '-c',
    command.replace('curl', 'curl -s').replace('localhost:3000', `localhost:${port}`),
  ])
  return stdout
}

/** Expects an answer to equal the shown answer, in which `…` means any text. */
function expectAnswer(answer: string, shown: string): void {
  const [head = '', body = ''] = shown.startsWith('HTTP/')
    ? [shown.split('\n\n')[0], shown.split('\n\n')[1]]
    : ['', shown]
  const [answeredHead = '', answeredBody = ''] = head === '' ? ['', answer] : answer.split('\r\n\r\n')
  for (const line of head.trim().split('\n')) expect(answeredHead).toMatch(pattern(line))
  if (body.trim().startsWith('<')) expect(answeredBody).toContain(body.trim())
  else if (body.trim() !== '')
    expect(JSON.stringify(JSON.parse(answeredBody))).toMatch(pattern(JSON.stringify(JSON.parse(body))))
}

function pattern(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '[^\r\n,]+'), 'i')
}

interface Place {
  readonly address: string
  readonly remove: () => Promise<void>
}

const places: readonly {
  readonly name: string
  readonly port?: number
  readonly make: () => Promise<Place>
}[] = [
  { name: 'SQLite', make: sqliteFile },
  {
    name: 'PostgreSQL',
    port: 5432,
    make: async () => serverDatabase('postgres://postgres@127.0.0.1:5432/test'),
  },
  { name: 'MariaDB', port: 3306, make: async () => serverDatabase('mariadb://root@127.0.0.1:3306/test') },
]

async function sqliteFile(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'library-'))
  return {
    address: `file:${join(directory, 'library.db')}`,
    remove: async () => rm(directory, { recursive: true }),
  }
}

/** Creates a new database on the server of the address. */
async function serverDatabase(address: string): Promise<Place> {
  const name = `library_${randomBytes(6).toString('hex')}`
  // On a busy disk, creating and dropping a database takes long.
  const database = await openDatabase(address, { statementTimeout: 240_000 })
  await database.execute(`create database ${name}`, [])
  const remove = async (): Promise<void> => {
    await database.execute(`drop database ${name}`, [])
    await database.close()
  }
  return { address: address.replace(/test$/, name), remove }
}

for (const { name, port, make } of places) {
  const isThere = port === undefined || process.env['REQUIRE_SERVICES'] === '1' || (await isOpen(port))
  if (!isThere)
    test.skip(`the library on ${name}: skipped because nothing answers on port ${port}`, () => undefined)
  else
    describe(`the library on ${name}`, () => {
      let place: Place
      let api: Api
      let server: Server
      beforeAll(async () => {
        place = await make()
        api = await createApi(place.address)
        server = api.app.listen(0)
        await once(server, 'listening')
      })
      afterAll(async () => {
        server.close()
        server.closeAllConnections()
        await api.database.close()
        await place.remove()
      })

      test.each(questions)(
        'the library answers as the README shows: $command',
        async ({ command, shown }) => {
          expectAnswer(await ask(command, (server.address() as AddressInfo).port), shown)
        },
      )

      test('the library lends a book to only one of two concurrent readers', async () => {
        const { port: own } = server.address() as AddressInfo
        const lend = async (reader: string): Promise<number> => {
          const body = JSON.stringify({ bookId: 3, reader })
          const headers = { 'Content-Type': 'application/json' }
          return (await fetch(`http://localhost:${own}/loans`, { method: 'POST', headers, body })).status
        }
        expect((await Promise.all([lend('Ada'), lend('Grace')])).toSorted()).toEqual([201, 409])
      })

      test('a returned book can be lent again', async () => {
        const { port: own } = server.address() as AddressInfo
        const base = `http://localhost:${own}/loans`
        const [loan] = (await (await fetch(`${base}?page=no`)).json()) as { id: string; bookId: number }[]
        const returned = await (await fetch(`${base}/${loan?.id}/return`, { method: 'POST' })).json()
        expect(returned).toMatchObject({ id: loan?.id, returnedAt: expect.any(String) })
        const headers = { 'Content-Type': 'application/json' }
        const body = JSON.stringify({ bookId: loan?.bookId, reader: 'Grace' })
        expect((await fetch(base, { method: 'POST', headers, body })).status).toBe(201)
        expect((await fetch(`${base}/${loan?.id}`, { method: 'DELETE' })).status).toBe(405)
      })

      test('the ETag of a book changes with the name of its author', async () => {
        const { port: own } = server.address() as AddressInfo
        const tag = async (): Promise<string | null> =>
          (await fetch(`http://localhost:${own}/books/effective-java`)).headers.get('etag')
        const before = await tag()
        await fetch(`http://localhost:${own}/authors/1`, {
          method: 'PATCH',
          headers: { 'Content-Type': 'application/merge-patch+json' },
          body: '{"name": "Josh Bloch"}',
        })
        expect(await tag()).not.toBe(before)
      })

      test('a second start does not fill the library again', async () => {
        const again = await createApi(place.address)
        const { rows } = await again.database.execute<{ count: unknown }>(
          'select count(*) as count from author',
          [],
        )
        await again.database.close()
        expect(Number(rows[0]?.count)).toBe(2)
      })
    })
}

test('the README has more than ten curl lines', () => {
  expect(questions.length).toBeGreaterThan(10)
})

test('the README adds a resource in fewer than ten lines', async () => {
  const [, publisher = ''] = /`src\/publisher\.ts`\n\n```ts\n([^]*?)```/.exec(readme) ?? []
  const [, diff = ''] = /`src\/create-api\.ts`\n\n```diff\n([^]*?)```/.exec(readme) ?? []
  const added = [...publisher.split('\n'), ...diff.split('\n').filter((line) => line.startsWith('+'))]
  expect(added.filter((line) => line.trim() !== '').length).toBeLessThan(10)

  const copy = join(folder, `dist-test/copy-${process.pid}`)
  await cp(join(folder, 'src'), join(copy, 'src'), { recursive: true })
  for (const file of ['package.json', 'routes.conf']) await cp(join(folder, file), join(copy, file))
  await writeFile(join(copy, 'src/publisher.ts'), publisher)
  const createApiFile = join(copy, 'src/create-api.ts')
  await writeFile(createApiFile, applyDiff(await readFile(createApiFile, 'utf8'), diff))
  const config = {
    extends: '../../../../tsconfig.base.json',
    compilerOptions: { rootDir: 'src', outDir: 'dist', composite: false, isolatedDeclarations: false },
    include: ['src'],
  }
  await writeFile(join(copy, 'tsconfig.json'), JSON.stringify(config))
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', copy])

  const module = (await import(pathToFileURL(join(copy, 'dist/create-api.js')).href)) as {
    createApi: typeof createApi
  }
  const { app, database } = await module.createApi(':memory:')
  const server = app.listen(0)
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}/publishers`
  const created = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"name": "Addison-Wesley"}',
  })
  expect([created.status, created.headers.get('location')]).toEqual([201, '/publishers/1'])
  await expect((await fetch(url)).json()).resolves.toMatchObject({
    content: [{ id: 1, name: 'Addison-Wesley' }],
  })
  server.close()
  server.closeAllConnections()
  await database.close()
  await rm(copy, { recursive: true })
})

async function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.on('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.on('error', () => done(false))
  })
}
