import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { clientRuntime } from '../dist/lib/client/client-runtime.js'

interface Minifier {
  transformSync(code: string, options: object): { readonly code: string }
}

test('the runtime of a client module has at most 1 kB, minified and zipped', () => {
  const minifier = createRequire(`${process.cwd()}/tooling/lint/package.json`)('esbuild') as Minifier
  const { code } = minifier.transformSync(
    `export const routes = (() => {${clientRuntime}\nreturn action})()`,
    {
      minify: true,
      format: 'esm',
    },
  )
  expect(gzipSync(code).length).toBeLessThanOrEqual(1024)
})
