import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = fileURLToPath(new URL('..', import.meta.url))
let folder = ''

beforeAll(() => {
  // The temporary folder is inside tooling/runtimes, so that Node finds each test runner.
  mkdirSync(join(here, 'dist-test'), { recursive: true })
  folder = mkdtempSync(join(here, 'dist-test/pages-'))
  const page = readFileSync(join(root, 'docs/testing-routes.md'), 'utf8')
  for (const [, name = '', text = ''] of page.matchAll(/^`([\w.-]+)`\n\n```\w*\n([^]*?)^```/gm))
    writeFileSync(join(folder, name), text)
  const ofJest = readFileSync(join(folder, 'users.test.js'), 'utf8')
  writeFileSync(join(folder, 'users.spec.js'), ofJest.replace("'@jest/globals'", "'vitest'"))
  writeFileSync(
    join(folder, 'package.json'),
    '{ "type": "module", "jest": { "transform": {}, "testMatch": ["**/*.test.js"] } }',
  )
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(root, 'node_modules/@mvc-router'), join(folder, 'node_modules/@mvc-router'))
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('docs/testing-routes.md', () => {
  test.each([
    ['node:test', ['--test', 'users.test.mjs'], /# pass 3\n/],
    [
      'Jest',
      ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js'), '--cacheDirectory=.jest'],
      /Tests: +1 passed/,
    ],
    ['Vitest', [join(here, 'node_modules/vitest/vitest.mjs'), 'run', 'users.spec.js'], /Tests +1 passed/],
  ])('the example of %s passes', (_runner, args, result) => {
    const { NODE_OPTIONS: _, ...env } = process.env
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, NO_COLOR: '1', FORCE_COLOR: '0' },
    })
    expect(stdout + stderr).toMatch(result)
    expect(status).toBe(0)
  })
})
