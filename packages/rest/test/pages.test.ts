import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

const run = promisify(execFile)

const names = ['data', 'lists', 'rest', 'security']
const pages = new Map(
  await Promise.all(
    names.map(async (name) => {
      const owner = name === 'data' ? 'rest-kysely' : 'rest'
      const page = await readFile(`packages/${owner}/docs/${name}.md`, 'utf8')
      const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code)
      return [name, blocks.join('\n')] as const
    }),
  ),
)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(resolve('packages/rest/dist-test/pages-'))
  for (const [name, program] of pages) await writeFile(join(folder, `${name}.ts`), program)
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const extended = resolve('tsconfig.base.json')
  const compilerOptions = {
    composite: false,
    isolatedDeclarations: false,
    declaration: false,
    declarationMap: false,
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: extended, compilerOptions, include: ['.'] }),
  )
  const compiler = resolve('node_modules/typescript/bin/tsc')
  // The compiler writes its errors to stdout.
  await run(process.execPath, [compiler, '-p', folder]).catch(({ stdout }: { stdout: string }) => {
    throw new Error(stdout)
  })
})
afterAll(async () => rm(folder, { recursive: true }))

test.each(names)(
  'the code blocks of docs/%s.md print the comments after their console.log calls',
  async (name) => {
    const printed = [...(pages.get(name) ?? '').matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(
      ([, text]) => text,
    )
    expect(printed.length).toBeGreaterThan(5)
    const { stdout } = await run(process.execPath, [join(folder, `${name}.js`)], {
      env: { ...process.env, DATABASE_URL: ':memory:' },
    })
    expect(stdout.trim().split('\n')).toEqual(printed)
  },
)
