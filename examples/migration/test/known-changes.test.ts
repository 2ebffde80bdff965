import { expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { knownChanges } from './known-changes.js'

test('the README lists exactly the known changes for visitors', () => {
  const readme = readFileSync('examples/migration/README.md', 'utf8')
  const [, section = ''] = /^## Changes for visitors\n([^]*?)^## /m.exec(readme) ?? []
  const listed = [...section.matchAll(/^- \*\*(.*?)\.\*\*/gm)].map(([, name]) => name)
  expect(listed).toEqual(knownChanges.map(({ name }) => name))
})
