import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TestFolder } from './run-in-folder.js'

let folder: TestFolder
let watching: ChildProcessWithoutNullStreams
beforeEach(() => {
  folder = new TestFolder()
  folder.write('routes.conf', 'GET  /books/{id}  bookController.show\n')
})
afterEach(async () => {
  const ended = once(watching, 'exit')
  watching.kill()
  await ended
  folder.remove()
})

/** Returns all output up to this text. */
async function reported(text: string): Promise<string> {
  let all = ''
  for (const stream of [watching.stdout, watching.stderr])
    stream.on('data', (data: Buffer) => {
      all += data.toString()
      watching.emit('reported')
    })
  while (!all.includes(text)) {
    const [code] = (await Promise.race([once(watching, 'reported'), once(watching, 'exit')])) as unknown[]
    if (typeof code === 'number') throw new Error(`It ended with ${code}: ${all}`)
  }
  return all
}

test.each([
  ['types', 'routes.d.ts'],
  ['client', 'routes.js'],
])(
  'mvc-router %s --watch writes again when a route file changes, and goes on after a mistake',
  async (command, out) => {
    watching = spawn(
      process.execPath,
      [resolve('packages/cli/dist/bin.js'), command, '--watch', '--out', out],
      { cwd: folder.path },
    )
    await reported('Watching routes.conf')
    expect(existsSync(join(folder.path, out))).toBe(true)

    const changed = reported(`Wrote ${out}`)
    folder.write('routes.conf', 'GET  /books/{id}  bookController.show\nGET  /new  bookController.blank\n')
    await changed
    expect(folder.read(out)).toContain('blank')

    const refused = reported('hint: a route has three columns')
    folder.write('routes.conf', 'GET  /books\n')
    expect(await refused).toContain('routes.conf:1:')
    expect(folder.read(out)).toContain('blank')

    const mended = reported(`Wrote ${out}`)
    folder.write('routes.conf', 'GET  /books  bookController.list\n')
    await mended
    expect(folder.read(out)).toContain('list')
  },
)
