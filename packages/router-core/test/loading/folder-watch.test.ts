import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { FolderWatch } from '../../dist/lib/loading/folder-watch.js'

let cwd: string
let folder: string
let watch: FolderWatch

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'folder-watch-'))
  folder = join(cwd, 'conf')
  mkdirSync(folder)
  watch = new FolderWatch(() => {})
})
afterEach(() => {
  watch.close()
  rmSync(cwd, { recursive: true })
})

const follow = (): ReturnType<FolderWatch['follow']> => watch.follow([join(folder, 'a.conf')], [])

test('A change of the file behind a relative symbolic link is noticed', async () => {
  const elsewhere = join(cwd, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'b.conf'), '')
  symlinkSync(join('..', '.', 'elsewhere', 'b.conf'), join(folder, 'a.conf'))
  const changed = new Promise<void>((resolve) => (watch = new FolderWatch(resolve)))
  expect(await follow()).toEqual({ changed: true, complete: true })
  writeFileSync(join(elsewhere, 'b.conf'), 'GET / a.b')
  await changed
})

test('follow reports a change or complete watches if the folder is removed meanwhile', async () => {
  for (let round = 0; round < 200; round++) {
    const following = follow()
    for (let turns = round % 10; turns > 0; turns--) await turn()
    rmdirSync(folder)
    const { changed, complete } = await following
    expect(changed || complete).toBe(true)
    mkdirSync(folder)
    await follow()
    watch.close()
  }
})
