import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { chmodSync, linkSync, lstatSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { TestFolder } from './run-in-folder.js'

// `adopt --write` changes all files, or no file.

const before = '<a href="/users">x</a>'
const after = '<a href="{% route "userController.list" %}">x</a>'
const bin = resolve('packages/cli/dist/bin.js')
const onPosix = process.platform === 'win32' ? test.skip : test

let folder: TestFolder
beforeEach(() => {
  folder = new TestFolder()
  folder.write('routes.conf', 'GET /users userController.list\n')
  for (const name of ['a', 'b', 'c']) folder.write(`views/${name}.njk`, before)
})
afterEach(() => folder.remove())

const texts = (): string[] => ['a', 'b', 'c'].map((name) => folder.read(`views/${name}.njk`))
const names = (): string[] => readdirSync(join(folder.path, 'views')).toSorted()

onPosix('adopt --write changes no file if the disk is full at the last file', () => {
  folder.write('views/c.njk', before + 'x'.repeat(3000))
  const limited = `ulimit -f 1; exec "${process.execPath}" "${bin}" adopt --write`
  const { stdout, stderr, status } = spawnSync('sh', ['-c', limited], { cwd: folder.path, encoding: 'utf8' })
  expect({ stdout, stderr, status }).toEqual({
    stdout: '',
    stderr: 'Cannot write views/c.njk: file too large\n  hint: no file was changed\n',
    status: 2,
  })
  expect(texts()).toEqual([before, before, before + 'x'.repeat(3000)])
  expect(names()).toEqual(['a.njk', 'b.njk', 'c.njk'])
})

/** Runs adopt in a process in which these functions of `node:fs/promises` fail for paths that end in `target`. */
function adoptWithout(refused: readonly string[], target: string): { stdout: string; status: number | null } {
  const code = `
    import { promises } from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    for (const name of ${JSON.stringify(refused)}) {
      const real = promises[name]
      promises[name] = async (from, to) => {
        if (to.endsWith('${target}')) throw new Error('EBUSY: resource busy or locked, ' + name)
        return real(from, to)
      }
    }
    syncBuiltinESMExports()`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(code)}`, bin, 'adopt', '-w', '--json']
  return spawnSync(process.execPath, args, { cwd: folder.path, encoding: 'utf8' })
}

test('adopt --write reports a file that it could not write, with the names of the written files', () => {
  const { stdout, status } = adoptWithout(['rename', 'copyFile'], 'b.njk')
  expect({ error: JSON.parse(stdout) as unknown, status }).toEqual({
    error: {
      error: {
        code: 'E_USAGE',
        message: 'Cannot write views/b.njk: resource busy or locked',
        hint: 'written: views/a.njk; not written: views/b.njk, views/c.njk',
      },
    },
    status: 2,
  })
  expect(texts()).toEqual([after, before, before])
  expect(names()).toEqual(['a.njk', 'b.njk', 'c.njk'])
})

test('adopt --write writes a file that it cannot replace by rename', () => {
  expect(adoptWithout(['rename'], '.njk').status).toBe(0)
  expect(texts()).toEqual([after, after, after])
  expect(names()).toEqual(['a.njk', 'b.njk', 'c.njk'])
})

onPosix('adopt --write keeps symbolic links, hard links and permissions', async () => {
  const path = (name: string): string => join(folder.path, name)
  symlinkSync(path('views/a.njk'), path('linked.njk'))
  linkSync(path('views/b.njk'), path('b.txt'))
  chmodSync(path('views/c.njk'), 0o640)
  const { status } = await folder.run('adopt', '--write', 'linked.njk', 'views/b.njk', 'views/c.njk')
  expect(status).toBe(0)
  expect(texts()).toEqual([after, after, after])
  expect(lstatSync(path('linked.njk')).isSymbolicLink()).toBe(true)
  expect(folder.read('b.txt')).toBe(after)
  expect(statSync(path('views/c.njk')).mode & 0o777).toBe(0o640)
})
