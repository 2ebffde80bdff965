import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const run = promisify(execFile)

test.each(['data', 'lists', 'rest', 'security'])(
  'the blocks of docs/%s.md are a program that prints what is behind their //',
  async (name) => {
    const page = await readFile(`packages/rest/docs/${name}.md`, 'utf8')
    const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code)
    const printed = [...blocks.join('\n').matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(
      ([, text]) => text,
    )
    expect(printed.length).toBeGreaterThan(5)

    const folder = await mkdtemp(resolve('packages/rest/dist-test/page-'))
    try {
      await writeFile(join(folder, 'page.ts'), blocks.join('\n'))
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
      await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder])
      const { stdout } = await run(process.execPath, [join(folder, 'page.js')], {
        env: { ...process.env, DATABASE_URL: ':memory:' },
      })
      expect(stdout.trim().split('\n')).toEqual(printed)
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
