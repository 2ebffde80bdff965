import { expect, test } from '@jest/globals'
import { createRequire } from 'node:module'

test('the package loads through its exports', async () => {
  expect(createRequire(import.meta.url).resolve('@mvc-router/router-core')).toMatch(/index\.js$/)
  await expect(import('@mvc-router/router-core')).resolves.toBeDefined()
})
