import { readFileSync } from 'node:fs'
import { enginesByExtension, templateEngines } from '@mvc-router/cli'
import { expect, test } from '@jest/globals'

const titles = { ejs: 'EJS', script: 'programs' } as const

test('the VS Code extension handles the file extensions of every engine', () => {
  const program = readFileSync('editors/vscode/src/extension.ts', 'utf8')
  const lists = Array.from(program.matchAll(/\*\.\{([^}]+)\}/g), ([, list = '']) => list.split(','))
  const served = new Set(lists.flat())
  expect([...enginesByExtension.keys()].filter((each) => !served.has(each.slice(1)))).toEqual([])
})

test.each(['docs/check.md', 'docs/adopt.md', 'docs/editors.md'])('%s names every engine', (page) => {
  const text = readFileSync(page, 'utf8')
  for (const name of templateEngines.keys()) {
    const title = titles[name as keyof typeof titles] ?? name.charAt(0).toUpperCase() + name.slice(1)
    expect(text.includes(title) || text.includes(`.${name}\``) ? undefined : title).toBeUndefined()
  }
})
