import { gzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { transformSync } from 'esbuild'
import { clientRuntime } from '../dist/lib/client/client-runtime.js'

test('the runtime of a client module has at most 1 kB, minified and zipped', () => {
  const { code } = transformSync(`export const routes = (() => {${clientRuntime}\nreturn action})()`, {
    minify: true,
    format: 'esm',
  })
  expect(gzipSync(code).length).toBeLessThanOrEqual(1024)
})
