import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const run = promisify(execFile)

/** Smaller than what it takes to load them later. */
const small = new Set(['bytes', 'content-type', 'negotiator', 'on-headers', 'vary'])

/** What a program loads of other packages when it does nothing but import this one. */
async function packagesLoadedBy(specifier: string): Promise<string[]> {
  const program = `
    import { createRequire } from 'node:module'
    await import('${specifier}')
    console.log(JSON.stringify(Object.keys(createRequire('${import.meta.url}').cache)))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('.', import.meta.url),
  })
  const files = JSON.parse(stdout) as string[]
  const names = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file)
  return [...new Set(names)]
}

test('a program can see what an import loads', async () => {
  expect(await packagesLoadedBy('express')).toContain('send')
})

test.each(['router-core', 'router-core/express', 'router-core/hypermedia', 'router-core/templates', 'rest'])(
  'importing %s loads no other package before it is needed',
  async (name) => {
    const loaded = await packagesLoadedBy(`@mvc-router/${name}`)
    expect(loaded.filter((each) => !small.has(each))).toEqual([])
  },
)
