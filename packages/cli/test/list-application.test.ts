import { expect, test } from '@jest/globals'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runBin } from './run-bin.js'
import { TestFolder } from './run-in-folder.js'

test('mvc-router list --app names the signal that ends an application', () => {
  const folder = new TestFolder()
  mkdirSync(join(folder.path, 'node_modules'))
  symlinkSync(resolve('node_modules/@mvc-router'), join(folder.path, 'node_modules/@mvc-router'))
  folder.write('app.mjs', "process.kill(process.pid, 'SIGKILL')")
  const { stderr, status } = runBin(['list', '--app', 'app.mjs'], folder.path)
  expect(stderr).toContain('The application cannot be loaded: it ended with SIGKILL\n')
  expect(status).toBe(2)
  folder.remove()
})
