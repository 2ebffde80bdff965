import { describe, expect, test } from '@jest/globals'
import { RouteFileParsingException } from '@mvc-router/router-core'
import { routerOfFiles } from '@mvc-router/router-core/tools'
import { setTimeout as sleep } from 'node:timers/promises'
import { RouteTableSource } from '../../dist/lib/loading/route-table-source.js'
import { aWhile, build, follow, pathsOf, until, untilPaths } from './follow.js'
import { RouteFolder } from './route-folder.js'

const folder = new RouteFolder()

describe('order of reloads', () => {
  test('several changes during a reload cause exactly one more reload', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const loadedTwice = 2
    let builds = 0
    let running = 0
    const overlaps: number[] = []
    const gates: (() => void)[] = []
    const followed = await follow(folder, 'a.conf', {
      build: async ({ files, find }) => {
        if (++running > 1) overlaps.push(running)
        if (++builds > loadedTwice) await new Promise<void>((resolve) => gates.push(resolve))
        running--
        return routerOfFiles(files, find)
      },
    })
    await folder.write({ 'a.conf': 'GET /1 a.b\n' })
    await until(() => gates.length === 1)
    for (const round of [2, 3, 4, 5]) {
      await folder.write({ 'a.conf': `GET /${round} a.b\n` })
      await sleep(20)
    }
    gates[0]?.()
    await until(() => gates.length === 2)
    gates[1]?.()
    await untilPaths(followed, '/5')
    await aWhile()
    expect(builds).toBe(loadedTwice + 2)
    expect(overlaps).toEqual([])
    // The table of the first reload is dropped, because the files changed during this reload.
    expect(followed.events).toEqual(['reload /5'])
  })

  test('files that change during three successive builds are an error', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const loadedTwice = 2
    let builds = 0
    const followed = await follow(folder, 'a.conf', {
      build: async ({ files, find }) => {
        if (++builds > loadedTwice && builds <= loadedTwice + 3)
          await folder.write({ 'a.conf': `GET /${builds} a.b\n` })
        return routerOfFiles(files, find)
      },
    })
    await folder.write({ 'a.conf': 'GET /1 a.b\n' })
    await untilPaths(followed, '/5')
    expect(followed.events).toEqual([expect.stringContaining('error E_ROUTE_FILE_READ'), 'reload /5'])
    expect(followed.errors[0]?.message).toContain('The route files changed during 3 successive builds')
  })

  test('a change of another file in the folder causes no reload', async () => {
    await folder.write({ 'a.conf': 'GET /0 a.b\n' })
    const followed = await follow(folder, 'a.conf', { pollInterval: 20 })
    await folder.write({ 'b.conf': 'GET /1 a.b\n', 'app.log': 'x' })
    await aWhile()
    expect(followed.events).toEqual([])
  })
})

test.each([
  [{ quietTime: 0 }, 'quietTime'],
  [{ quietTime: Number.NaN }, 'quietTime'],
  [{ pollInterval: Infinity }, 'pollInterval'],
])('the option %p is refused with a ConfigurationException', (options, option) => {
  expect(() => new RouteTableSource({ locations: 'a.conf', build, ...options })).toThrow(
    expect.objectContaining({ code: 'E_CONFIG', option }),
  )
})

describe('reload()', () => {
  test('reload() reads files that are not followed', async () => {
    let text = 'GET /a a.b\n'
    const source = new RouteTableSource({
      locations: () => text,
      cwd: folder.path,
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

  test('calls of reload() during a reload read the files once more', async () => {
    const texts = ['GET /a a.b\n', 'GET /b a.b\n', 'GET /c a.b\n', 'GET /d a.b\n']
    const gates: (() => void)[] = []
    const source = new RouteTableSource({
      locations: () => texts.shift() ?? 'GET',
      cwd: folder.path,
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

  test('after concurrent calls of reload(), the table has the newest files', async () => {
    await folder.write({ 'a.conf': 'GET /a a.b\n' })
    const source = new RouteTableSource({
      locations: 'a.conf',
      cwd: folder.path,
      build,
    })
    await source.load()
    const first = source.reload()
    await folder.write({ 'a.conf': 'GET /b a.b\n' })
    await expect(Promise.all([first, source.reload()])).resolves.toEqual([true, true])
    expect(pathsOf(source.current)).toEqual(['/b'])
    await source.close()
  })
})
