import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const readme = readFileSync('packages/view-jsx/README.md', 'utf8')

/** A folder in the package, where `import` finds the same packages as in an application. */
const folder = mkdtempSync(join('packages/view-jsx/dist-test', 'readme-'))
let server: ChildProcess | undefined
let origin: string

function exampleAfter(words: string): string {
  const [, code] = /^```tsx\n([^]*?)^```$/m.exec(readme.slice(readme.indexOf(words))) ?? []
  if (code === undefined) throw new Error(`No example after "${words}"`)
  return code
}

beforeAll(async () => {
  for (const [, path = '', text = ''] of readme.matchAll(/^`([\w./]+)`\n\n```\w*\n([^]*?)^```$/gm)) {
    const anyPort =
      'const server = app.listen(0, () => console.log((server.address() as { port: number }).port))'
    writeFileSync(join(folder, path), text.replace('app.listen(3000)', anyPort))
  }
  writeFileSync(
    join(folder, 'more.tsx'),
    `import { Router } from '@mvc-router/router-core'
     import { createRouteComponents } from '@mvc-router/view-jsx'
     import { jsx } from 'react/jsx-runtime'
     import type { Response } from 'express'
     import { renderToString } from 'react-dom/server'
     ${exampleAfter('only if you give their types')}
     Router.use(Router.parse('GET /user/{id} user.show'))
     const html = renderToString(<Link action="user.show" params={{ id: 5 }} className="x" />)
     export const ofRequest = (res: Response) => { ${exampleAfter('components for one request')}; return renderToString(<Link action="user.show" params={{ id: 5 }} />) }
     const reverser = Router.parse('GET /people/{id} user.show').forRequest({ mountPath: '/app' })
     console.log(html + ofRequest({ locals: { route: reverser } } as unknown as Response))`,
  )
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: '.',
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  execFileSync(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], {
    stdio: 'inherit',
  })
  server = spawn(process.execPath, ['server.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  if (server.stdout === null) throw new Error('no stdout')
  const [port] = (await once(server.stdout, 'data')) as [Buffer]
  origin = `http://127.0.0.1:${port.toString().trim()}`
})

afterAll(() => {
  server?.kill()
  rmSync(folder, { recursive: true })
})

test('the application of the README shows its links, and its form reaches its action', async () => {
  const page = await (await fetch(`${origin}/user/`)).text()
  expect(page).toContain('<a class="name" href="/user/1">Ada</a>')
  expect(page).toContain('href="/user/"')
  expect(page).toContain('<form action="/user/1?X-HTTP-Method-Override=DELETE" method="post">')
  await expect((await fetch(`${origin}/user/2`)).text()).resolves.toBe('User 2')

  const deletion = { method: 'POST', redirect: 'manual' } as const
  const deleted = await fetch(`${origin}/user/1?X-HTTP-Method-Override=DELETE`, deletion)
  expect([deleted.status, deleted.headers.get('location')]).toEqual([303, '/user/'])
  await expect((await fetch(`${origin}/user/`)).text()).resolves.not.toContain('Ada')
})

test('the other examples of the README compile and print their links', () => {
  const output = execFileSync(process.execPath, ['more.js'], { cwd: folder, encoding: 'utf8' })
  expect(output).toBe('<a class="x" href="/user/5"></a><a href="/app/people/5"></a>\n')
})
