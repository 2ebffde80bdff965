import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { starterFiles, writeStarter } from 'create-mvc-router'
import { exec, execFile } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { allChoices, nameOf } from './all-choices.js'
import { serveStarter } from './serve-starter.js'

// Tests all applications with the packed packages. They are installed once, in the parent folder of the applications.

const root = join(import.meta.dirname, '../../..')
const work = mkdtempSync(join(tmpdir(), 'starters-'))
const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_OPTIONS: '',
  NODE_ENV: '',
  npm_config_ignore_scripts: 'false',
}

interface Named {
  readonly name: string
}

interface Manifest {
  readonly scripts: Readonly<Partial<Record<string, string>>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}

beforeAll(async () => {
  const packArguments = ['tooling/packages/pack-packages.js', join(work, 'packed')]
  const { stdout } = await promisify(execFile)(process.execPath, packArguments, { cwd: root })
  const manifests = allChoices.map(
    (choices) => JSON.parse(starterFiles('all', choices).get('package.json') ?? '') as Manifest,
  )
  const dependencies = Object.assign(
    {},
    ...manifests.flatMap((manifest) => [manifest.dependencies, manifest.devDependencies]),
  ) as Record<string, string>
  for (const tarball of stdout.trim().split('\n')) {
    // mvc-router-router-core-0.1.0.tgz
    const [, folder = ''] = /^(?:mvc-router-)?(.*)-\d.*\.tgz$/.exec(basename(tarball)) ?? []
    const { name } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8')) as Named
    dependencies[name] = `file:${tarball}`
  }
  writeFileSync(join(work, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: work, env })
})

afterAll(() => {
  rmSync(work, { recursive: true })
})

test.each(allChoices.map((choices) => [nameOf(choices), choices] as const))(
  '%s compiles, passes its tests, starts in production and answers',
  async (name, choices) => {
    const folder = join(work, name)
    writeStarter(folder, choices)
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
    // Runs scripts as npm does, but without the time that npm takes to start.
    const runEnv = {
      ...env,
      TMPDIR: temporaryFolder(name),
      PATH: `${join(work, 'node_modules/.bin')}:${env['PATH']}`,
    }
    const run = async (script = 'true') => promisify(exec)(script, { cwd: folder, env: runEnv })
    const [tested] = await Promise.all([run(scripts['test']), run(scripts['check'])])
    expect(tested.stdout).toMatch(/ pass [1-9]/)
    await run(scripts['typecheck'])
    await run(scripts['build'])

    const { url, stop } = await serveStarter(folder, ['npm', 'start', '--silent'], {
      ...env,
      NODE_ENV: 'production',
    })
    try {
      const home = await fetch(`${url}/`)
      expect([home.status, await home.text()]).toEqual([200, expect.stringContaining(`<h1>${name}</h1>`)])
      const form = { method: 'POST', body: new URLSearchParams({ title: 'Bread & milk' }) }
      const created = await fetch(`${url}/notes`, form)
      expect(await created.text()).toContain('Bread &amp; milk')
      const missing = await fetch(`${url}/nowhere`, { headers: { Accept: 'text/html' } })
      expect([missing.status, await missing.text()]).toEqual([
        404,
        expect.stringContaining('To the first page'),
      ])
      expect((await fetch(`${url}/__routes`)).status).toBe(404)
      expect((await fetch(`${url}/assets/favicon.svg`)).status).toBe(200)
      expect((await fetch(`${url}/assets/site.css`)).status).toBe(choices.css ? 200 : 404)
      expect((await fetch(`${url}/api/notes`)).status).toBe(choices.rest ? 200 : 404)
      const wrongMethod = await fetch(`${url}/about`, { method: 'DELETE' })
      expect([wrongMethod.status, wrongMethod.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    } finally {
      await stop()
    }
  },
)

test('npm run dev serves a changed route file without a restart, and updates the types of routes', async () => {
  const folder = join(work, 'development')
  writeStarter(folder, { engine: 'eta', host: 'express', language: 'ts', rest: false, css: false })
  const { url, stop } = await serveStarter(folder, ['npm', 'run', 'dev'], {
    ...env,
    TMPDIR: temporaryFolder('development'),
  })
  try {
    appendFileSync(join(folder, 'routes.conf'), 'GET       /imprint              pageController.about\n')
    await until(async () => (await fetch(`${url}/imprint`)).status === 200)
    appendFileSync(join(folder, 'routes.conf'), 'GET       /older/{year}         pageController.home\n')
    await until(() => readFileSync(join(folder, 'src/routes.d.ts'), 'utf8').includes('year'))
  } finally {
    await stop()
  }
})

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 100))
}

function temporaryFolder(name: string): string {
  const folder = join(work, 'tmp', name)
  mkdirSync(folder, { recursive: true })
  return folder
}
