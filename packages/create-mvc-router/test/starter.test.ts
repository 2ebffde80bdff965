import { expect, test } from '@jest/globals'
import { writeStarter, type Choices } from 'create-mvc-router'
import { exec } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { nameOf } from './all-choices.js'

// Uses the packages of this repository. The long suite installs and starts every combination.

const choices: Choices = { engine: 'nunjucks', host: 'express', language: 'ts', rest: false, css: true }

test.each([nameOf(choices)])('%s compiles, passes its own tests, and has no broken link', async (name) => {
  const parent = mkdtempSync(join(tmpdir(), 'starter-'))
  const folder = join(parent, name)
  writeStarter(folder, choices)
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>
  }
  // Runs scripts as npm does, but without the time that npm takes to start.
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    TMPDIR: parent,
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`,
  }
  const run = async (script = 'true') => promisify(exec)(script, { cwd: folder, env })
  const done = Promise.all([run(scripts['check']), run(scripts['test']), run(scripts['typecheck'])])
  const [checked, tested] = await done
  expect(checked.stdout).toContain('0 errors, 0 warnings')
  expect(tested.stdout).toMatch(/ pass [1-9]/)
  rmSync(parent, { recursive: true })
})
