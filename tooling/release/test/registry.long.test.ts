import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  serveStarter,
  type RunningStarter,
} from '../../../packages/create-mvc-router/dist-test/serve-starter.js'

// Publishes every package to a local registry with the release script, and installs the packages from this registry.

const root = join(import.meta.dirname, '../../..')
const work = mkdtempSync(join(tmpdir(), 'registry-'))
const repository = 'https://example.org/someone/mvc-router'
const env: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_OPTIONS: '',
  NODE_ENV: '',
  TMPDIR: work,
  REPOSITORY_URL: repository,
  npm_config_cache: join(work, 'cache'),
  npm_config_userconfig: join(work, 'npmrc'),
  npm_config_ignore_scripts: 'false',
  npm_config_yes: 'true',
}
let registry: RunningStarter
let url: string

beforeAll(async () => {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry'])
  writeFileSync(
    join(work, 'verdaccio.yaml'),
    `storage: ${work}/storage
auth: { htpasswd: { file: ${work}/htpasswd } }
uplinks: { others: { url: '${stdout.trim()}', cache: false } }
packages:
  '@mvc-router/*': { access: $all, publish: $authenticated }
  create-mvc-router: { access: $all, publish: $authenticated }
  '**': { access: $all, proxy: others }
log: { type: stdout, format: json, level: warn }
`,
  )
  const verdaccio = join(root, 'tooling/release/node_modules/verdaccio/bin/verdaccio')
  const command = `exec "${process.execPath}" "${verdaccio}" --config verdaccio.yaml --listen "$PORT"`
  registry = await serveStarter(work, ['sh', '-c', command], env)
  url = `${registry.url}/`
  const user = { name: 'someone', password: 'a password for this test' }
  const added = await fetch(`${url}-/user/org.couchdb.user:someone`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(user),
  })
  const { token } = (await added.json()) as { readonly token: string }
  const authority = url.replace('http:', '')
  writeFileSync(
    join(work, 'npmrc'),
    `registry=${url}\n${authority}:_authToken=${token}\naudit=false\nfund=false\n`,
  )
})

afterAll(async () => {
  await registry.stop()
  rmSync(work, { recursive: true })
})

const publish = async (): Promise<string[]> => {
  const script = join(root, 'tooling/packages/publish-packages.js')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: root, env })
  return stdout.trim().split('\n')
}

test('every package is published with the address of its repository, and a second release publishes nothing', async () => {
  const first = await publish()
  expect(first.length).toBeGreaterThan(10)
  expect(first.filter((line) => !line.endsWith(' is published'))).toEqual([])
  const second = await publish()
  expect(second.filter((line) => !line.endsWith(' is on the registry already'))).toEqual([])
  expect(second).toHaveLength(first.length)
  const manifest: unknown = await (await fetch(`${url}@mvc-router/view-eta/latest`)).json()
  expect(manifest).toMatchObject({
    homepage: `${repository}/tree/main/packages/view-eta#readme`,
    bugs: { url: `${repository}/issues` },
    repository: { type: 'git', url: `git+${repository}.git`, directory: 'packages/view-eta' },
  })
})

test.each([
  ['Express', 'docs/start.md'],
  ['Fastify', 'packages/router-core/docs/fastify.md'],
  ['Hono', 'packages/router-core/docs/hono.md'],
  ['a new application', 'docs/starter.md'],
])('the steps of the page for %s lead to a page with a link that works', async (name, page) => {
  const script = join(root, 'tooling/release/follow-page.js')
  const folder = newFolder(`start-${name}`)
  const { stdout } = await promisify(execFile)(process.execPath, [script, folder, page], { cwd: root, env })
  process.stdout.write(stdout)
  expect(stdout).toContain(`${page}: `)
})

test('the first example of the README works with the published packages', async () => {
  const folder = newFolder('readme')
  const readme = readFileSync(join(root, 'packages/router-core/README.md'), 'utf8')
  const example = (path: string): string =>
    new RegExp(`^\`${path}\`\\n\\n\`\`\`\\w*\\n([^]*?)^\`\`\``, 'm').exec(readme)?.[1] ?? ''
  const [, packages = ''] = /^npm install (.*)$/m.exec(readme) ?? []
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'routes.conf'), example('routes.conf'))
  writeFileSync(join(folder, 'server.js'), example('server.js').replace('3000', 'process.env.PORT'))
  mkdirSync(join(folder, 'public'))
  await npm(folder, 'install', ...packages.split(' '))
  const { url: origin, stop } = await serveStarter(folder, [process.execPath, 'server.js'], env)
  try {
    expect(await (await fetch(`${origin}/user/`)).json()).toEqual(['/user/1', '/user/2'])
  } finally {
    await stop()
  }
})

test('npm create mvc-router writes an application that runs without its development dependencies', async () => {
  const folder = newFolder('apps')
  await npm(folder, 'create', 'mvc-router@latest', 'shop', '--', '--engine', 'nunjucks', '--rest', '--css')
  const shop = join(folder, 'shop')
  await npm(shop, 'install')
  await npm(shop, 'test')
  await npm(shop, 'run', 'build')
  const { stdout } = await promisify(execFile)('npx', ['mvc-router', 'check'], { cwd: shop, env })
  expect(stdout).toContain('0 errors, 0 warnings')

  // The Dockerfile copies the same files.
  const server = newFolder('server')
  for (const path of ['package.json', 'package-lock.json', 'routes.conf', 'public', 'views', 'dist'])
    cpSync(join(shop, path), join(server, path), { recursive: true })
  await npm(server, 'install', '--omit=dev')
  const production = { ...env, NODE_ENV: 'production' }
  const { url: origin, stop } = await serveStarter(server, ['npm', 'start', '--silent'], production)
  try {
    expect(await (await fetch(`${origin}/`)).text()).toContain('<h1>shop</h1>')
    expect((await fetch(`${origin}/api/notes`)).status).toBe(200)
  } finally {
    await stop()
  }
})

function newFolder(name: string): string {
  const folder = join(work, name)
  mkdirSync(folder)
  return folder
}

async function npm(cwd: string, ...args: string[]): Promise<void> {
  await promisify(execFile)('npm', args, { cwd, env })
}
