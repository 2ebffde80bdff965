import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'

function list(...args: readonly string[]): { readonly stdout: string; readonly status: number | null } {
  return spawnSync(process.execPath, [resolve('packages/cli/dist/bin.js'), 'list', ...args], {
    cwd: resolve('examples/api'),
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: ':memory:' },
    timeout: 120_000,
  })
}

test('mvc-router list --app shows the endpoints of generic controllers with their actions', () => {
  const { stdout, status } = list('--app', 'dist/main.js', '--json')
  const routes = JSON.parse(stdout) as {
    readonly method: string
    readonly path: string
    readonly action: string
  }[]
  const lines = routes.map(({ method, path, action }) => `${method} ${path} ${action}`)
  expect(status).toBe(0)
  for (const [base, controller] of [
    ['/authors', 'authorController'],
    ['/books', 'bookController'],
    ['/loans', 'loanController'],
  ])
    expect(lines).toEqual(
      expect.arrayContaining([
        `GET ${base} ${controller}.findAll`,
        `GET ${base}/{id} ${controller}.findById`,
        `POST ${base} ${controller}.create`,
      ]),
    )
  expect(lines.indexOf('GET /loans/overdue loanController.findOverdue')).toBeLessThan(
    lines.indexOf('GET /loans/{id} loanController.findById'),
  )
  expect(list('--app', 'dist/main.js', '--action', 'bookController.findById').stdout).toMatch(
    /^GET {2}\/books\/\{id\} {2}bookController\.findById {2}\S+:\d+\n$/,
  )
  expect(list('--app', 'dist/main.js', '--method', 'POST').stdout).toContain('routes.conf:5')
})

test('mvc-router list --app exits with 2 if the file is missing', () => {
  expect(list('--app', 'none.js').status).toBe(2)
})
