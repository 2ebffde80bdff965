import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const run = promisify(execFile)

/** Packages that are too small for lazy loading. */
const small = new Set(['bytes', 'content-type', 'negotiator', 'vary'])

/** Runs a program with only this import. Returns the package files and the Node modules that the program loads. */
async function loadedBy(
  specifier: string,
): Promise<{ readonly files: string[]; readonly natives: string[] }> {
  const program = `
    import { createRequire } from 'node:module'
    await import('${specifier}')
    const natives = process.moduleLoadList.map((name) => name.replace('NativeModule ', ''))
    const files = Object.keys(createRequire('${import.meta.url}').cache)
    console.log(JSON.stringify({ files, natives }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('.', import.meta.url),
  })
  return JSON.parse(stdout) as Awaited<ReturnType<typeof loadedBy>>
}

async function packagesLoadedBy(specifier: string): Promise<string[]> {
  const { files } = await loadedBy(specifier)
  const names = files.map((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file)
  return [...new Set(names)]
}

test('importing express loads the package send', async () => {
  expect(await packagesLoadedBy('express')).toContain('send')
})

test.each(['router-core', 'router-core/express', 'router-core/hypermedia', 'router-core/templates', 'rest'])(
  'importing %s loads no other packages except small packages',
  async (name) => {
    const loaded = await packagesLoadedBy(`@mvc-router/${name}`)
    expect(loaded.filter((each) => !small.has(each))).toEqual([])
  },
)

/** Modules of Node that take at least as long to load as all other parts of an import (decisions/packages.md). */
const expensive = new Set(['http', 'https', 'crypto', 'net', 'zlib', 'internal/deps/undici/undici'])

test('importing express loads the modules http, net and crypto', async () => {
  expect((await loadedBy('express')).natives).toEqual(expect.arrayContaining(['http', 'net', 'crypto']))
})

test.each(['router-core', 'router-core/express', 'rest'])(
  'importing %s loads no server, client, compression or cryptography of Node',
  async (name) => {
    const { natives } = await loadedBy(`@mvc-router/${name}`)
    expect(natives.filter((each) => expensive.has(each))).toEqual([])
  },
)
