import { describe, expect, test } from '@jest/globals'
import { renameSync } from 'node:fs'
import { open, rename, rm, symlink, utimes } from 'node:fs/promises'
import { RouteTableSource } from '../../dist/lib/loading/route-table-source.js'
import { build, follow, pathsOf, until, untilPaths } from './follow.js'
import { RouteFolder } from './route-folder.js'

// The reload cases of fixtures/bad-inputs.json. Case 011 needs a request and is in express/reload.bun.test.ts.

const folder = new RouteFolder()

describe('changes of a file', () => {
  test('a change is read if a new file replaces the old file, and if the file is written in place', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow(folder, 'a.conf', { pollInterval: 4e8 })
    for (const round of [1, 2, 3]) {
      await folder.save('a.conf', `GET /${round} a.b\n`)
      await untilPaths(followed, `/${round}`)
      await folder.write({ 'a.conf': `GET /${round}w a.b\n` })
      await untilPaths(followed, `/${round}w`)
    }
    expect(followed.source.error).toBeUndefined()
  })

  test('a change of the same size within the same second is read', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow(folder, 'a.conf')
    const file = await open(folder.at('a.conf'), 'r+')
    for (let round = 1; round < 10; round++) {
      await file.write(`GET /${round} a.b\n`, 0)
      await untilPaths(followed, `/${round}`)
    }
    await file.close()
  })

  test('lifecycle-020: a change is read after the clock has gone back an hour', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow(folder, 'a.conf')
    const { now } = Date
    Date.now = (): number => now() - 3_600_000
    try {
      await folder.save('a.conf', 'GET /1 a.b\n')
      const anHourAgo = new Date(Date.now())
      await utimes(folder.at('a.conf'), anHourAgo, anHourAgo)
      await untilPaths(followed, '/1')
    } finally {
      Date.now = now
    }
  })

  test('a change between load and start is read', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const source = new RouteTableSource({
      locations: 'a.conf',
      cwd: folder.path,
      build,
    })
    folder.onEnd(() => source.close())
    await source.load()
    await folder.write({ 'a.conf': 'GET /1 a.b\n' })
    source.start()
    await until(() => pathsOf(source.current)[0] === '/1')
  })

  test('a change with a time in the past is read', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf')
    await folder.write({ 'new.conf': 'GET /b a.b\n' })
    await utimes(folder.at('new.conf'), new Date('2001-01-01'), new Date('2001-01-01'))
    await rename(folder.at('new.conf'), folder.at('a.conf'))
    await untilPaths(followed, '/b')
    await utimes(folder.at('a.conf'), new Date('1999-01-01'), new Date('1999-01-01'))
    await until(() => followed.events.length === 2)
  })

  test('a change is read while the clock jumps', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf')
    const { now } = Date
    try {
      Date.now = () => now() * Math.random()
      await folder.write({ 'a.conf': 'GET /b a.b\n' })
      await untilPaths(followed, '/b')
    } finally {
      Date.now = now
    }
  })
})

describe('several files', () => {
  test('files that change together are never loaded in different versions', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `${index}.conf`)
    const versionOf = async (version: number): Promise<void> => {
      for (const name of names) await folder.save(name, `GET /${version} a.b\n`)
    }
    await versionOf(0)
    // The quiet time must be longer than any pause between two writes, even while other suites run.
    const followed = await follow(folder, names, { quietTime: 250 })
    let version = 0
    const end = performance.now() + 1000
    while (performance.now() < end) await versionOf(++version)
    await until(() => pathsOf(followed.source.current)[0] === `/${version}`)
    const mixed = followed.events.filter((event) => new Set(event.split(' ')).size > 2)
    expect(mixed).toEqual([])
  })

  test('a file that a new line includes is read when it appears and when it changes', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf')
    await folder.write({ 'a.conf': 'GET /a a.b\n-> /x sub/deep/b.conf\n' })
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['error E_ROUTE_INCLUDE a.conf:2'])
    await folder.write({ 'sub/deep/b.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/a', '/x/b')
    await folder.write({ 'sub/deep/b.conf': 'GET /c a.b\n' })
    await untilPaths(followed, '/a', '/x/c')
  })

  test.each([
    ['r/*.conf', 'r/b.conf'],
    ['r/**/*.conf', 'r/sub/b.conf'],
    ['*.conf', 'b.conf'],
  ])('a new file that matches the glob %s is read without polling', async (glob, name) => {
    await folder.write({ 'a.conf': 'GET /a a.b\n', 'r/a.conf': 'GET /a a.b\n', 'r/sub/z.conf': '# none\n' })
    const followed = await follow(folder, glob, { pollInterval: 4e8 })
    await folder.write({ [name]: 'GET /b a.b\n' })
    await untilPaths(followed, '/a', '/b')
  })

  test('the routes change when files that match a glob appear and disappear', async () => {
    await folder.write({ 'r/a.conf': 'GET /a a.b\n', 'r/sub/s.conf': 'GET /s a.b\n' })
    const followed = await follow(folder, 'r/**/*.conf', { pollInterval: 50 })
    await folder.write({ 'r/sub/b.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/a', '/b', '/s')
    await folder.write({ 'r/new/c.conf': 'GET /c a.b\n' })
    await untilPaths(followed, '/a', '/c', '/b', '/s')
    await rm(folder.at('r/a.conf'))
    await untilPaths(followed, '/c', '/b', '/s')
    await rm(folder.at('r'), { recursive: true })
    await until(() => followed.source.error !== undefined)
    expect(pathsOf(followed.source.current)).toEqual(['/c', '/b', '/s'])
    await folder.write({ 'r/d.conf': 'GET /d a.b\n' })
    await untilPaths(followed, '/d')
  })
})

describe('symbolic links', () => {
  test('a replaced link of a mounted configuration changes all files in one reload', async () => {
    await folder.write({ '..v1/a.conf': 'GET /a1 a.b\n', '..v1/b.conf': 'GET /b1 a.b\n' })
    await folder.write({ '..v2/a.conf': 'GET /a2 a.b\n', '..v2/b.conf': 'GET /b2 a.b\n' })
    await symlink('..v1', folder.at('..data'))
    await symlink('..data/a.conf', folder.at('a.conf'))
    await symlink('..data/b.conf', folder.at('b.conf'))
    const followed = await follow(folder, ['a.conf', 'b.conf'], { pollInterval: 4e8 })
    await symlink('..v2', folder.at('..data_tmp'))
    await rename(folder.at('..data_tmp'), folder.at('..data'))
    await untilPaths(followed, '/a2', '/b2')
    expect(followed.events).toEqual(['reload /a2 /b2'])
    await folder.write({ '..v2/b.conf': 'GET /b3 a.b\n' })
    await untilPaths(followed, '/a2', '/b3')
  })

  test('the files behind a replaced link to a release folder are read', async () => {
    await folder.write({ 'releases/1/a.conf': 'GET /1 a.b\n', 'releases/2/a.conf': 'GET /2 a.b\n' })
    await symlink('releases/1', folder.at('current'))
    const followed = await follow(folder, 'current/a.conf', { pollInterval: 4e8 })
    await symlink('releases/2', folder.at('next'))
    await rename(folder.at('next'), folder.at('current'))
    await untilPaths(followed, '/2')
    await folder.write({ 'releases/2/a.conf': 'GET /3 a.b\n' })
    await untilPaths(followed, '/3')
  })
})

describe('folders', () => {
  test('a folder that is replaced, or deleted and made again, is read again', async () => {
    await folder.write({ 'conf/a.conf': 'GET /1 a.b\n', 'conf.new/a.conf': 'GET /2 a.b\n' })
    const followed = await follow(folder, 'conf/a.conf', { pollInterval: 4e8 })
    renameSync(folder.at('conf'), folder.at('conf.old'))
    renameSync(folder.at('conf.new'), folder.at('conf'))
    await untilPaths(followed, '/2')
    await rm(folder.at('conf'), { recursive: true })
    await until(() => followed.source.error !== undefined)
    await folder.write({ 'conf/a.conf': 'GET /3 a.b\n' })
    await untilPaths(followed, '/3')
    await folder
      .save('conf/../conf/a.conf', 'GET /4 a.b\n')
      .catch(async () => folder.write({ 'conf/a.conf': 'GET /4 a.b\n' }))
    await untilPaths(followed, '/4')
  })
})
