import { describe, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { RouteFolder } from './route-folder.js'

const folder = new RouteFolder()

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

/** A program that follows the file and keeps running, as a server does. */
const serving = `${loading}
  setTimeout(() => process.exit(1), 200_000)
  source.start()
`

/** Returns the output of a program that starts in a folder with a.conf. */
async function run(program: string, { before = '' } = {}): Promise<string> {
  await folder.write({ 'a.conf': 'GET /a a.b\n' })
  const args = ['-c', `${before} exec "$0" "$@"`, process.execPath, '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)('sh', args, { cwd: folder.path })
  return stdout
}

describe('processes', () => {
  test.each([
    ['that follows files', `${loading} source.start()`],
    ['that has followed files for 500 ms', `${loading} source.start(); await sleep(500)`],
    [
      'that has closed its source twice',
      `${loading} source.start(); await sleep(100); await source.close(); await source.close()`,
    ],
    [
      'that closes its source during a reload',
      `${loading} source.start(); void source.reload(); await sleep(20); await source.close()`,
    ],
    ['that awaits a reload', `${loading} await source.reload()`],
  ])('a process %s exits', async (_, program) => {
    await expect(run(`${program}; console.log('end')`)).resolves.toBe('end\n')
  })

  test('a process that does not follow files never reads or watches them after load', async () => {
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

  test('a process polls the files if the system cannot watch folders', async () => {
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

  test('FolderWatch.follow reports incomplete watches if the system cannot watch folders', async () => {
    const output = await run(`
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      import { FolderWatch } from ${JSON.stringify(new URL('folder-watch.js', sourceModule).href)}
      fs.watch = () => { throw Object.assign(new Error('too many'), { code: 'EMFILE' }) }
      syncBuiltinESMExports()
      console.log(JSON.stringify(await new FolderWatch(() => {}).follow([process.cwd() + '/a.conf'], [])))
    `)
    expect(JSON.parse(output)).toEqual({ changed: false, complete: false })
  })

  test('a process still reads changes after the watches of the system have failed', async () => {
    const output = await run(`
      import { EventEmitter } from 'node:events'
      import { syncBuiltinESMExports } from 'node:module'
      ${serving.replace('source.start()', '')}
      const watches = []
      fs.watch = () => {
        const watch = Object.assign(new EventEmitter(), { close() {}, unref() { return watch } })
        watches.push(watch)
        return watch
      }
      syncBuiltinESMExports()
      source.start()
      await source.reload()
      for (const watch of watches) watch.emit('error', new Error('gone'))
      fs.writeFileSync('a.conf', 'GET /b a.b')
      await once(source, 'reload')
      console.log(path(), watches.length > 0)
      process.exit()
    `)
    expect(output).toBe('/b true\n')
  })

  test('a refused file causes a warning of the process if nobody listens to reload-error', async () => {
    const output = await run(`${serving}
      fs.writeFileSync('a.conf', 'GET /b')
      const [{ name, message }] = await once(process, 'warning')
      console.log(name, message, path())
      process.exit()
    `)
    expect(output).toMatch(/^RouteFileWarning Expected an action\na\.conf:1:7\n[^]*\/a\n$/)
  })

  test('an exception of a listener is uncaught, and later changes are still read', async () => {
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

  test('without file descriptors, a process keeps the last good table and reads again until it succeeds', async () => {
    const program = `${serving}
      source.on('reload-error', (error) => console.log(error.code, /EMFILE/.test(error.message)))
      const file = fs.openSync('a.conf', 'r+')
      const taken = []
      try { for (;;) taken.push(fs.openSync('/dev/null')) } catch (error) { console.log(error.code) }
      fs.writeSync(file, 'GET /b')
      await once(source, 'reload-error')
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
  onLinux('after a read error, a process keeps the last good table and reads the next change', async () => {
    const output = await run(`${serving}
      source.on('reload-error', (error) => console.log(/EIO/.test(error.message)))
      fs.symlinkSync('/proc/self/mem', 'next')
      fs.renameSync('next', 'a.conf')
      await once(source, 'reload-error')
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
