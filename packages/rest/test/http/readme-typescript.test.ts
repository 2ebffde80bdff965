import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

/** Returns the code block after the name of a file. */
function blockOf(readme: string, file: string): string {
  const [, text] = new RegExp(`^\`${file}\`.*\n\n\`\`\`\\w+\n([^]*?)^\`\`\`$`, 'm').exec(readme) ?? []
  if (text === undefined) throw new Error(`The page shows no ${file}`)
  return text
}

function compile(folder: string, target: string): string {
  const options = [
    '--ignoreConfig',
    '--module',
    'nodenext',
    '--strict',
    '--skipLibCheck',
    '--types',
    'node',
    '--target',
    target,
  ]
  const tsc = spawnSync('node_modules/.bin/tsc', [...options, join(folder, 'server.ts')], {
    encoding: 'utf8',
  })
  return tsc.stdout
}

test('the TypeScript program in docs/controllers.md works, but Node refuses its output for the target esnext', async () => {
  const readme = await readFile('packages/rest/docs/controllers.md', 'utf8')
  const folder = await mkdtemp(join('packages/rest/dist-test', 'readme-'))
  const server = blockOf(readme, 'server.ts').replace(
    'app.listen(3000)',
    'const server = app.listen(0, () => console.log(server.address()))',
  )
  const files = {
    'entities.ts': blockOf(readme, 'entities.ts'),
    'controllers.ts': blockOf(readme, 'controllers.ts'),
    'server.ts': server,
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  expect(compile(folder, 'es2023')).toBe('')

  const program = spawn(process.execPath, [join(folder, 'server.js')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = (await once(program.stdout, 'data')) as [Buffer]
  const origin = `http://localhost:${/port: (\d+)/.exec(address.toString())?.[1]}`
  const post = async (path: string, body: object): Promise<Response> =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const statuses = [
    (await post('/authors', { name: 'Frank Herbert' })).status,
    (await post('/books', { slug: 'dune', title: 'Dune', authorId: 1 })).status,
    (await fetch(`${origin}/books/dune`)).status,
    (await fetch(`${origin}/books/emma`)).status,
    (await post('/loans', { bookId: 1, until: '2001-01-01' })).status,
    (await post('/loans', { bookId: 1, until: '2999-01-01' })).status,
    (await fetch(`${origin}/books/dune`, { method: 'DELETE' })).status,
  ]
  program.kill()
  await once(program, 'exit')
  expect(statuses).toEqual([201, 201, 200, 404, 400, 201, 409])

  expect(compile(folder, 'esnext')).toBe('')
  const refused = spawnSync(process.execPath, ['--check', join(folder, 'controllers.js')], {
    encoding: 'utf8',
  })
  await rm(folder, { recursive: true })
  expect(refused.stderr).toContain('SyntaxError')
})
