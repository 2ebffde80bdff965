import { describe, expect, test } from '@jest/globals'
import type { Router } from '@mvc-router/router-core'
import { routerOfFiles } from '@mvc-router/router-core/tools'
import { appendFile, open, rm, truncate } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { RouteTableSource } from '../../dist/lib/loading/route-table-source.js'
import { aWhile, build, follow, pathsOf, until, untilPaths } from './follow.js'
import { RouteFolder } from './route-folder.js'

const folder = new RouteFolder()

describe('the last good table', () => {
  test('a broken file is reported once with its line, and the last good table stays in use', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf')
    await folder.write({ 'a.conf': 'GET /a a.b\nGET /b\n' })
    await until(() => followed.events.length > 0)
    await aWhile()
    expect(followed.events).toEqual(['error E_ROUTE_SYNTAX a.conf:2'])
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
    expect(followed.source.error).toBe(followed.errors[0])
    await folder.write({ 'a.conf': 'GET /a a.b\nGET /b a.b\n' })
    await untilPaths(followed, '/a', '/b')
    expect(followed.source.error).toBeUndefined()
  })

  test('if one of several files is broken, no file changes the table', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n', 'b.conf': 'GET /b a.b\n' })
    const followed = await follow(folder, ['a.conf', 'b.conf'])
    await folder.write({ 'a.conf': 'GET /a2 a.b\n', 'b.conf': 'GET' })
    await until(() => followed.events.length > 0)
    expect(pathsOf(followed.source.current)).toEqual(['/a', '/b'])
    await folder.write({ 'b.conf': 'GET /b2 a.b\n' })
    await untilPaths(followed, '/a2', '/b2')
  })

  test('an emptied file does not change the table until it is written again', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf')
    await truncate(folder.at('a.conf'))
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['error E_ROUTE_EMPTY a.conf:0'])
    expect(followed.source.error?.message).toContain(
      'hint: the last routes keep serving; restart to serve no routes',
    )
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
    await folder.write({ 'a.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/b')
  })

  test('an emptied include is an error, but an include with only comments is not', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n', 'b.conf': '-> / c.conf\n', 'c.conf': 'GET /c a.b\n' })
    const followed = await follow(folder, ['a.conf', 'b.conf'])
    await folder.write({ 'c.conf': '\n  \n' })
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['error E_ROUTE_EMPTY c.conf:0'])
    expect(followed.source.error?.message).toContain('write a comment into the file if it needs no routes')
    await folder.write({ 'c.conf': '# GET /c a.b\n' })
    await untilPaths(followed, '/a')
    await folder.write({ 'a.conf': '# GET /a a.b\n' })
    await until(() => followed.events.length === 3)
    expect(followed.events[2]).toMatch(/^error E_ROUTE_EMPTY/)
  })

  test('a deleted file is reported once, and a new file with its name is read', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf', { pollInterval: 20 })
    await rm(folder.at('a.conf'))
    await until(() => followed.events.length > 0)
    await aWhile()
    expect(followed.events).toEqual(['error E_ROUTE_FILE_READ a.conf:0'])
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
    await folder.write({ 'a.conf': 'GET /b a.b\n' })
    await untilPaths(followed, '/b')
  })

  test('a file that is written in pieces is read only when it is complete', async () => {
    const content = Array.from(
      { length: 5000 },
      (_, index) => `GET /path/number/${index} controller.method\n`,
    ).join('')
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf')
    const sizes = new Set<number>()
    const sampling = setInterval(() => sizes.add(pathsOf(followed.source.current).length), 1)
    const file = await open(folder.at('a.conf'), 'w')
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

  test('if the last line of a file has no line end, the file is read later than other changes', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf', { quietTime: 100 })
    await folder.write({ 'a.conf': 'GET /a a.b\nGET /b a.bc' })
    await sleep(200)
    await appendFile(folder.at('a.conf'), 'd\nGET /c a.b\n')
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['reload /a /b /c'])
  })

  test('a file whose last line has no line end is read', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b' })
    const followed = await follow(folder, 'a.conf')
    await folder.write({ 'a.conf': 'GET /b a.b' })
    await untilPaths(followed, '/b')
  })

  test.each('EAGAIN EBUSY EINTR EIO EMFILE ENFILE ENOBUFS ENOMEM ESTALE ETIMEDOUT'.split(' '))(
    'a file that causes the read error %s is read again until reading succeeds',
    async (code) => {
      let text = 'GET /a a.b'
      const followed = await follow(folder, () => {
        if (text === '') throw Object.assign(new Error('later'), { code })
        return text
      })
      text = ''
      await expect(followed.source.reload()).resolves.toBe(false)
      text = 'GET /b a.b'
      await untilPaths(followed, '/b')
      expect(followed.events).toEqual(['error E_ROUTE_FILE_READ function 1():0', 'reload /b'])
    },
  )

  test('a file with a mistake is reported after read errors', async () => {
    let text = 'GET /a a.b'
    let failures = 0
    const followed = await follow(folder, () => {
      if (text !== '') return text
      failures++
      throw Object.assign(new Error('later'), { code: 'EMFILE' })
    })
    text = ''
    await expect(followed.source.reload()).resolves.toBe(false)
    await until(() => failures >= 3)
    text = 'GET /b'
    await until(() => followed.events.length > 1)
    expect(followed.events).toEqual([
      'error E_ROUTE_FILE_READ function 1():0',
      'error E_ROUTE_SYNTAX function 1():1',
    ])
  })

  test('any other error of the build is reported with its cause, and the last good table stays in use', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const followed = await follow(folder, 'a.conf', {
      build: ({ files, find }) => {
        const router = routerOfFiles(files, find)
        if (pathsOf(router).includes('/b')) throw new TypeError('no such controller')
        return router
      },
    })
    await folder.write({ 'a.conf': 'GET /b a.b\n' })
    await until(() => followed.events.length > 0)
    expect(followed.events).toEqual(['error E_ROUTE_FILE_READ route files:0'])
    expect(followed.errors[0]?.cause).toBeInstanceOf(TypeError)
    expect(pathsOf(followed.source.current)).toEqual(['/a'])
  })
})

describe('a quietTime that is longer than the limit for changing files', () => {
  const loadWith = async (
    quietTime: number,
  ): Promise<{ source: RouteTableSource<Router>; errors: string[] }> => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const source = new RouteTableSource({ locations: 'a.conf', cwd: folder.path, build, quietTime })
    folder.onEnd(() => source.close())
    const errors: string[] = []
    source.on('reload-error', ({ message }) => errors.push(message))
    await source.load()
    return { source, errors }
  }

  test('files without a change are no error', async () => {
    const { source, errors } = await loadWith(5000)
    await expect(source.reload()).resolves.toBe(true)
    expect(errors).toEqual([])
  })

  test('the error for changing files says for how long they have been changing', async () => {
    const { source, errors } = await loadWith(6000)
    const reload = source.reload()
    for (let round = 1; errors.length === 0; round++) {
      await folder.write({ 'a.conf': `GET /${round} a.b\n` })
      await sleep(20)
    }
    expect(errors[0]).toContain('The route files have been changing for 6 seconds')
    await source.close()
    await expect(reload).resolves.toBe(false)
  })
})
