import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { RouteFileParsingException, type Router } from '@mvc-router/router-core'
import { routerOfFiles } from '@mvc-router/router-core/tools'
import { execFile } from 'node:child_process'
import { renameSync } from 'node:fs'
import {
  appendFile,
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { RouteTableSource, type RouteTableSourceOptions } from '../dist/lib/loading/route-table-source.js'

// The cases of the area reload in fixtures/bad-inputs.json; 011, which takes a request, is in express/reload.test.ts.

let cwd: string
const sources: RouteTableSource<Router>[] = []

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'route-reload-'))
})
afterEach(async () => {
  for (const source of sources.splice(0)) await source.close()
  await rm(cwd, { recursive: true })
})

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(cwd, name)), { recursive: true })
    await writeFile(join(cwd, name), content)
  }
}

/** As editors and deployments save: a new file is renamed over the old one. */
async function save(name: string, content: string): Promise<void> {
  await writeFile(join(cwd, `.${name}.swp`), content)
  await rename(join(cwd, `.${name}.swp`), join(cwd, name))
}

interface Followed {
  readonly source: RouteTableSource<Router>
  /** `reload /a /b` with the paths of the new table, and `error CODE file:line`. */
  readonly events: string[]
  readonly errors: RouteFileParsingException[]
}

type Options = Partial<RouteTableSourceOptions<Router>>

const build: RouteTableSourceOptions<Router>['build'] = ({ files, find }) => routerOfFiles(files, find)

async function follow(
  locations: RouteTableSourceOptions<Router>['locations'],
  options: Options = {},
): Promise<Followed> {
  const source = new RouteTableSource<Router>({ locations, build, cwd, ...options })
  sources.push(source)
  await source.load()
  source.start()
  // Ends when the folders are watched.
  await source.reload()
  const events: string[] = []
  const errors: RouteFileParsingException[] = []
  source.on('reload', (router) => events.push(['reload', ...pathsOf(router)].join(' ')))
  source.on('reload-error', (error) => {
    errors.push(error)
    events.push(`error ${error.code} ${error.file}:${error.line}`)
  })
  return { source, events, errors }
}

function pathsOf(router: Router | undefined): string[] {
  return router?.routes.map(({ path }) => path) ?? []
}

/** Jest's limit of time ends what never comes. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5)
}

async function untilPaths({ source }: Followed, ...paths: string[]): Promise<void> {
  await until(() => pathsOf(source.current).join(' ') === paths.join(' '))
}

/** Time in which something that must not happen would happen. */
async function aWhile(): Promise<void> {
  await sleep(400)
}

describe('a change of a file', () => {
  test('is followed, however the file is saved, again and again', async () => {
    await write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow('a.conf', { pollInterval: 4e8 })
    for (const round of [1, 2, 3]) {
      await save('a.conf', `GET /${round} a.b\n`)
      await untilPaths(followed, `/${round}`)
      await write({ 'a.conf': `GET /${round}w a.b\n` })
      await untilPaths(followed, `/${round}w`)
    }
    expect(followed.source.error).toBeUndefined()
  })

  test('of the same size within the same second is followed', async () => {
    await write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow('a.conf')
    const file = await open(join(cwd, 'a.conf'), 'r+')
    for (let round = 1; round < 10; round++) {
      await file.write(`GET /${round} a.b\n`, 0)
      await untilPaths(followed, `/${round}`)
    }
    await file.close()
  })

  test('lifecycle-020: is followed though the clock jumped back an hour', async () => {
    await write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow('a.conf')
    const { now } = Date
    Date.now = (): number => now() - 3_600_000
    try {
      await save('a.conf', 'GET /1 a.b\n')
      const anHourAgo = new Date(Date.now())
      await utimes(join(cwd, 'a.conf'), anHourAgo, anHourAgo)
      await untilPaths(followed, '/1')
    } finally {
      Date.now = now
    }
  })

  test('between load and start is followed', async () => {
    await write({ 'a.conf': 'GET /0 a.b\n' })
    const source = new RouteTableSource({
      locations: 'a.conf',
      cwd,
      build,
    })
    sources.push(source)
    await source.load()
    await write({ 'a.conf': 'GET /1 a.b\n' })
    source.start()
    await until(() => pathsOf(source.current)[0] === '/1')
  })

  test('that sets its time into the past is followed', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf')
    await write({ 'new.conf': 'GET /b a.b\n' })
    await utimes(join(cwd, 'new.conf'), new Date('2001-01-01'), new Date('2001-01-01'))
    await rename(join(cwd, 'new.conf'), join(cwd, 'a.conf'))
    await untilPaths(followed, '/b')
    await utimes(join(cwd, 'a.conf'), new Date('1999-01-01'), new Date('1999-01-01'))
    await until(() => followed.events.length === 2)
  })

  test('is followed while the clock jumps', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf')
    const { now } = Date
    try {
      Date.now = () => now() * Math.random()
      await write({ 'a.conf': 'GET /b a.b\n' })
      await untilPaths(followed, '/b')
    } finally {
      Date.now = now
    }
  })
})

describe('the last good table keeps serving', () => {
  test('when a file is broken; one error tells where', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf')
    await write({ 'a.conf': 'GET /a a.b\nGET /b\n' })
    await until(() => followed.events.length > 0)
    await aWhile()
    expect(followed.events).toEqual(['error E_ROUTE_SYNTAX a.conf:2'])
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
    expect(followed.source.error).toBe(followed.errors[0])
    await write({ 'a.conf': 'GET /a a.b\nGET /b a.b\n' })
    await untilPaths(followed, '/a', '/b')
    expect(followed.source.error).toBeUndefined()
  })

  test('when one of several files is broken', async () => {
    await write({ 'a.conf': 'GET /a a.b\n', 'b.conf': 'GET /b a.b\n' })
    const followed = await follow(['a.conf', 'b.conf'])
    await write({ 'a.conf': 'GET /a2 a.b\n', 'b.conf': 'GET' })
    await until(() => followed.events.length > 0)
    expect(pathsOf(followed.source.current)).toEqual(['/a', '/b'])
    await write({ 'b.conf': 'GET /b2 a.b\n' })
    await untilPaths(followed, '/a2', '/b2')
  })

  test('when a file is emptied, and written later', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf')
    await truncate(join(cwd, 'a.conf'))
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual([`error E_ROUTE_EMPTY ${join(cwd, 'a.conf')}:0`])
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
    await write({ 'a.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/b')
  })

  test('when one of several files is emptied, but not when its routes are commented out', async () => {
    await write({ 'a.conf': 'GET /a a.b\n', 'b.conf': '-> / c.conf\n', 'c.conf': 'GET /c a.b\n' })
    const followed = await follow(['a.conf', 'b.conf'])
    await write({ 'c.conf': '\n  \n' })
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual([`error E_ROUTE_EMPTY ${join(cwd, 'c.conf')}:0`])
    await write({ 'c.conf': '# GET /c a.b\n' })
    await untilPaths(followed, '/a')
    await write({ 'a.conf': '# GET /a a.b\n' })
    await until(() => followed.events.length === 3)
    expect(followed.events[2]).toMatch(/^error E_ROUTE_EMPTY/)
  })

  test('when a file is deleted: one warning, and the new file is picked up', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf', { pollInterval: 20 })
    await rm(join(cwd, 'a.conf'))
    await until(() => followed.events.length > 0)
    await aWhile()
    expect(followed.events).toEqual(['error E_ROUTE_FILE_READ a.conf:0'])
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
    await write({ 'a.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/b')
  })

  test('while a file is being written in pieces', async () => {
    const content = Array.from(
      { length: 5000 },
      (_, index) => `GET /path/number/${index} controller.method\n`,
    ).join('')
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf')
    const sizes = new Set<number>()
    const sampling = setInterval(() => sizes.add(pathsOf(followed.source.current).length), 1)
    const file = await open(join(cwd, 'a.conf'), 'w')
    for (let start = 0; start < content.length; start += 16_384) {
      await file.write(content.slice(start, start + 16_384))
      await sleep(1)
    }
    await file.close()
    await until(() => pathsOf(followed.source.current).length === 5000)
    clearInterval(sampling)
    expect([...sizes].filter((size) => size !== 5000)).toEqual([1])
    expect(followed.errors).toEqual([])
  })

  test('while the last line of a file has no end, for longer than a pause between two writes', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf', { quietTime: 100 })
    await write({ 'a.conf': 'GET /a a.b\nGET /b a.bc' })
    await sleep(200)
    await appendFile(join(cwd, 'a.conf'), 'd\nGET /c a.b\n')
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['reload /a /b /c'])
  })

  test('and a file may end without a line end', async () => {
    await write({ 'a.conf': 'GET /a a.b' })
    const followed = await follow('a.conf')
    await write({ 'a.conf': 'GET /b a.b' })
    await untilPaths(followed, '/b')
  })

  test('when the table cannot be built for another reason', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf', {
      build: ({ files, find }) => {
        const router = routerOfFiles(files, find)
        if (pathsOf(router).includes('/b')) throw new TypeError('no such controller')
        return router
      },
    })
    await write({ 'a.conf': 'GET /b a.b\n' })
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['error E_ROUTE_FILE_READ route files:0'])
    expect(followed.errors[0]?.cause).toBeInstanceOf(TypeError)
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
  })
})

describe('several files', () => {
  test('that change together are swapped in together', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `${index}.conf`)
    const versionOf = async (version: number): Promise<void> => {
      for (const name of names) await save(name, `GET /${version} a.b\n`)
    }
    await versionOf(0)
    // The writer must never pause for so long, however busy the machine is.
    const followed = await follow(names, { quietTime: 250 })
    let version = 0
    const end = performance.now() + 1000
    while (performance.now() < end) await versionOf(++version)
    await until(() => pathsOf(followed.source.current)[0] === `/${version}`)
    const mixed = followed.events.filter((event) => new Set(event.split(' ')).size > 2)
    expect(mixed).toEqual([])
  })

  test('may be included, by new lines too, and be missing at first', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow('a.conf')
    await write({ 'a.conf': 'GET /a a.b\n-> /x sub/deep/b.conf\n' })
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['error E_ROUTE_INCLUDE a.conf:2'])
    await write({ 'sub/deep/b.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/a', '/x/b')
    await write({ 'sub/deep/b.conf': 'GET /c a.b\n' })
    await untilPaths(followed, '/a', '/x/c')
  })

  test('may appear and disappear below a glob', async () => {
    await write({ 'r/a.conf': 'GET /a a.b\n', 'r/sub/s.conf': 'GET /s a.b\n' })
    const followed = await follow('r/**/*.conf', { pollInterval: 50 })
    await write({ 'r/sub/b.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/a', '/b', '/s')
    await write({ 'r/new/c.conf': 'GET /c a.b\n' })
    await untilPaths(followed, '/a', '/c', '/b', '/s')
    await rm(join(cwd, 'r/a.conf'))
    await untilPaths(followed, '/c', '/b', '/s')
    await rm(join(cwd, 'r'), { recursive: true })
    await until(() => followed.source.error !== undefined)
    expect(pathsOf(followed.source.current)).toEqual(['/c', '/b', '/s'])
    await write({ 'r/d.conf': 'GET /d a.b\n' })
    await untilPaths(followed, '/d')
  })
})

describe('a symbolic link', () => {
  test('that is swapped, as a mounted configuration is, changes all files at once', async () => {
    await write({ '..v1/a.conf': 'GET /a1 a.b\n', '..v1/b.conf': 'GET /b1 a.b\n' })
    await write({ '..v2/a.conf': 'GET /a2 a.b\n', '..v2/b.conf': 'GET /b2 a.b\n' })
    await symlink('..v1', join(cwd, '..data'))
    await symlink('..data/a.conf', join(cwd, 'a.conf'))
    await symlink('..data/b.conf', join(cwd, 'b.conf'))
    const followed = await follow(['a.conf', 'b.conf'], { pollInterval: 4e8 })
    await symlink('..v2', join(cwd, '..data_tmp'))
    await rename(join(cwd, '..data_tmp'), join(cwd, '..data'))
    await untilPaths(followed, '/a2', '/b2')
    expect(followed.events).toEqual(['reload /a2 /b2'])
    await write({ '..v2/b.conf': 'GET /b3 a.b\n' })
    await untilPaths(followed, '/a2', '/b3')
  })

  test('to the folder of a release may be swapped', async () => {
    await write({ 'releases/1/a.conf': 'GET /1 a.b\n', 'releases/2/a.conf': 'GET /2 a.b\n' })
    await symlink('releases/1', join(cwd, 'current'))
    const followed = await follow('current/a.conf', { pollInterval: 4e8 })
    await symlink('releases/2', join(cwd, 'next'))
    await rename(join(cwd, 'next'), join(cwd, 'current'))
    await untilPaths(followed, '/2')
    await write({ 'releases/2/a.conf': 'GET /3 a.b\n' })
    await untilPaths(followed, '/3')
  })
})

describe('a folder', () => {
  test('may be replaced by another, and be deleted and made again', async () => {
    await write({ 'conf/a.conf': 'GET /1 a.b\n', 'conf.new/a.conf': 'GET /2 a.b\n' })
    const followed = await follow('conf/a.conf', { pollInterval: 4e8 })
    renameSync(join(cwd, 'conf'), join(cwd, 'conf.old'))
    renameSync(join(cwd, 'conf.new'), join(cwd, 'conf'))
    await untilPaths(followed, '/2')
    await rm(join(cwd, 'conf'), { recursive: true })
    await until(() => followed.source.error !== undefined)
    await write({ 'conf/a.conf': 'GET /3 a.b\n' })
    await untilPaths(followed, '/3')
    await save('conf/../conf/a.conf', 'GET /4 a.b\n').catch(async () =>
      write({ 'conf/a.conf': 'GET /4 a.b\n' }),
    )
    await untilPaths(followed, '/4')
  })
})

describe('one reload at a time', () => {
  test('a change during a reload brings exactly one more', async () => {
    await write({ 'a.conf': 'GET /0 a.b\n' })
    const loadedTwice = 2
    let builds = 0
    let running = 0
    const overlaps: number[] = []
    const gates: (() => void)[] = []
    const followed = await follow('a.conf', {
      build: async ({ files, find }) => {
        if (++running > 1) overlaps.push(running)
        if (++builds > loadedTwice) await new Promise<void>((resolve) => gates.push(resolve))
        running--
        return routerOfFiles(files, find)
      },
    })
    await write({ 'a.conf': 'GET /1 a.b\n' })
    await until(() => gates.length === 1)
    for (const round of [2, 3, 4, 5]) {
      await write({ 'a.conf': `GET /${round} a.b\n` })
      await sleep(20)
    }
    gates[0]?.()
    await until(() => gates.length === 2)
    gates[1]?.()
    await untilPaths(followed, '/5')
    await aWhile()
    expect(builds).toBe(loadedTwice + 2)
    expect(overlaps).toEqual([])
    expect(followed.events).toEqual(['reload /1', 'reload /5'])
  })

  test('a touched neighbour brings none', async () => {
    await write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow('a.conf', { pollInterval: 20 })
    await write({ 'b.conf': 'GET /1 a.b\n', 'app.log': 'x' })
    await aWhile()
    expect(followed.events).toEqual([])
  })
})

test.each([
  [{ quietTime: 0 }, 'quietTime'],
  [{ quietTime: Number.NaN }, 'quietTime'],
  [{ pollInterval: Infinity }, 'pollInterval'],
])('the times %p are a mistake of the configuration', (options, option) => {
  expect(() => new RouteTableSource({ locations: 'a.conf', build, ...options })).toThrow(
    expect.objectContaining({ code: 'E_CONFIG', option }),
  )
})

describe('when asked', () => {
  test('the files are read though they are not followed', async () => {
    let text = 'GET /a a.b\n'
    const source = new RouteTableSource({
      locations: () => text,
      cwd,
      build,
    })
    await source.load()
    text = 'GET /b a.b\n'
    await expect(source.reload()).resolves.toBe(true)
    expect(pathsOf(source.current)).toEqual(['/b'])
    text = 'GET'
    source.on('reload-error', () => {})
    await expect(source.reload()).resolves.toBe(false)
    expect(source.error).toBeInstanceOf(RouteFileParsingException)
    expect(pathsOf(source.current)).toEqual(['/b'])
    await source.close()
    await expect(source.reload()).resolves.toBe(false)
  })

  test('during a reload, they are read once more', async () => {
    const texts = ['GET /a a.b\n', 'GET /b a.b\n', 'GET /c a.b\n', 'GET /d a.b\n']
    const gates: (() => void)[] = []
    const source = new RouteTableSource({
      locations: () => texts.shift() ?? 'GET',
      cwd,
      build: async ({ files, find }) => {
        if (texts.length < 3) await new Promise<void>((resolve) => gates.push(resolve))
        return routerOfFiles(files, find)
      },
    })
    await source.load()
    const first = source.reload()
    await until(() => gates.length === 1)
    const others = [source.reload(), source.reload()]
    gates[0]?.()
    await until(() => gates.length === 2)
    gates[1]?.()
    await expect(Promise.all([first, ...others])).resolves.toEqual([true, true, true])
    expect(pathsOf(source.current)).toEqual(['/c'])
  })

  test('several at once get the same answer, of files read after the last of them asked', async () => {
    await write({ 'a.conf': 'GET /a a.b\n' })
    const source = new RouteTableSource({
      locations: 'a.conf',
      cwd,
      build,
    })
    await source.load()
    const first = source.reload()
    await write({ 'a.conf': 'GET /b a.b\n' })
    await expect(Promise.all([first, source.reload()])).resolves.toEqual([true, true])
    expect(pathsOf(source.current)).toEqual(['/b'])
    await source.close()
  })
})

const sourceModule = pathToFileURL(
  join(process.cwd(), 'packages/router-core/dist/lib/loading/route-table-source.js'),
).href

/** The start of a program that has loaded a.conf as `source`. */
const loading = `
  import fs from 'node:fs'
  import { once } from 'node:events'
  import { setTimeout as sleep } from 'node:timers/promises'
  import { RouteTableSource } from ${JSON.stringify(sourceModule)}
  import { routerOfFiles } from ${JSON.stringify(import.meta.resolve('@mvc-router/router-core/tools'))}
  const build = ({ files, find }) => routerOfFiles(files, find)
  const source = new RouteTableSource({ locations: 'a.conf', build, pollInterval: 50 })
  const path = () => source.current.routes[0].path
  process.on('unhandledRejection', (error) => console.log('unhandled', error))
  await source.load()
`

/** As a server would: what follows does not end by itself. */
const serving = `${loading}
  setTimeout(() => process.exit(1), 20_000)
  source.start()
`

/** What a program prints that starts in a folder with a.conf. */
async function run(program: string, { before = '' } = {}): Promise<string> {
  await write({ 'a.conf': 'GET /a a.b\n' })
  const args = ['-c', `${before} exec "$0" "$@"`, process.execPath, '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)('sh', args, { cwd })
  return stdout
}

describe('a process', () => {
  test.each([
    ['that follows the files', `${loading} source.start()`],
    ['that has followed the files for a while', `${loading} source.start(); await sleep(500)`],
    [
      'that has stopped following them',
      `${loading} source.start(); await sleep(100); await source.close(); await source.close()`,
    ],
    [
      'that stops in the middle',
      `${loading} source.start(); void source.reload(); await sleep(20); await source.close()`,
    ],
    ['that awaits a reload', `${loading} await source.reload()`],
  ])('%s ends by itself', async (_, program) => {
    await expect(run(`${program}; console.log('end')`)).resolves.toBe('end\n')
  })

  test('that does not follow the files never looks at them', async () => {
    const output = await run(`${loading}
      import promises from 'node:fs/promises'
      import { syncBuiltinESMExports } from 'node:module'
      const record = (name) => () => console.log('called', name)
      for (const name of ['watch', 'watchFile', 'stat', 'lstat', 'readdir']) fs[name] = record(name)
      for (const name of ['stat', 'lstat', 'readFile', 'open']) promises[name] = record(name)
      syncBuiltinESMExports()
      fs.writeFileSync('a.conf', 'GET /b a.b')
      await sleep(400)
      console.log(path())
    `)
    expect(output).toBe('/a\n')
  })

  test('looks from time to time where the system does not tell of changes', async () => {
    const output = await run(`
      import { syncBuiltinESMExports } from 'node:module'
      ${serving.replace('source.start()', '')}
      fs.watch = () => { throw Object.assign(new Error('too many'), { code: 'EMFILE' }) }
      syncBuiltinESMExports()
      source.start()
      await sleep(100)
      fs.writeFileSync('a.conf', 'GET /b a.b')
      await once(source, 'reload')
      console.log(path())
      process.exit()
    `)
    expect(output).toBe('/b\n')
  })

  test('survives a refused file without listeners, and is warned', async () => {
    const output = await run(`${serving}
      fs.writeFileSync('a.conf', 'GET /b')
      const [{ name, message }] = await once(process, 'warning')
      console.log(name, message, path())
      process.exit()
    `)
    expect(output).toMatch(/^RouteFileWarning Expected an action\na\.conf:1:7\n[^]*\/a\n$/)
  })

  test('goes on when a listener throws, and the exception surfaces', async () => {
    const output = await run(`${serving}
      source.once('reload', () => { throw new Error('of the listener') })
      fs.writeFileSync('a.conf', 'GET /b a.b')
      const message = await new Promise((resolve) => process.on('uncaughtException', (error) => resolve(error.message)))
      console.log(message, path())
      fs.writeFileSync('a.conf', 'GET /c a.b')
      await once(source, 'reload')
      console.log(path())
      process.exit()
    `)
    expect(output).toBe('of the listener /b\n/c\n')
  })

  test('without file descriptors keeps the last good table, and reads again until it can', async () => {
    const program = `${serving}
      source.on('reload-error', (error) => console.log(error.code, /EMFILE/.test(error.message)))
      const file = fs.openSync('a.conf', 'r+')
      const taken = []
      try { for (;;) taken.push(fs.openSync('/dev/null')) } catch (error) { console.log(error.code) }
      fs.writeSync(file, 'GET /b')
      await sleep(700)
      console.log(path())
      for (const descriptor of taken) fs.closeSync(descriptor)
      await once(source, 'reload')
      console.log(path())
      process.exit()
    `
    await expect(run(program, { before: 'ulimit -n 64;' })).resolves.toBe(
      'EMFILE\nE_ROUTE_FILE_READ true\n/a\n/b\n',
    )
  })

  const onLinux = process.platform === 'linux' ? test : test.skip
  onLinux('keeps the last good table after an error of the device, and reads again', async () => {
    const output = await run(`${serving}
      source.on('reload-error', (error) => console.log(/EIO/.test(error.message)))
      fs.symlinkSync('/proc/self/mem', 'next')
      fs.renameSync('next', 'a.conf')
      await sleep(700)
      console.log(path())
      fs.writeFileSync('next', 'GET /b a.b')
      fs.renameSync('next', 'a.conf')
      await once(source, 'reload')
      console.log(path())
      process.exit()
    `)
    expect(output).toBe('true\n/a\n/b\n')
  })
})
