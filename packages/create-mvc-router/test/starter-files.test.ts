import { expect, test } from '@jest/globals'
import { starterFiles, type Choices } from 'create-mvc-router'
import { allChoices, nameOf } from './all-choices.js'

const choices: Choices = { engine: 'nunjucks', host: 'express', language: 'ts', rest: false, css: false }

const fileOf = (path: string, changes: Partial<Choices> = {}): string | undefined =>
  starterFiles('shop', { ...choices, ...changes }).get(path)

test.each(allChoices.map((each) => [nameOf(each), each] as const))(
  '%s has the name of the application, and no parts of other choices',
  (_, each) => {
    const files = starterFiles('shop', each)
    const texts = [...files.values()].join('\n')
    expect(texts).not.toMatch(/starter-(?:name|version)/)
    expect(texts).not.toMatch(/(?:\/\/|#|<!--|\{\/\*)\?/)
    expect(texts.includes('site.css')).toBe(each.css)
    expect(texts.includes('@mvc-router/rest')).toBe(each.rest)
    expect([...files.keys()].some((path) => /\.tsx?$/.test(path))).toBe(each.language === 'ts')
    const { name } = JSON.parse(files.get('package.json') ?? '') as { name: string }
    expect(name).toBe('shop')
  },
)

test.each(allChoices.map((each) => [nameOf(each), each] as const))(
  'files of %s have no trailing spaces and no double or outer empty lines',
  (_, each) => {
    const untidy = [...starterFiles('shop', each)].filter(([, text]) =>
      / \n|\n\n\n|^\n|\n\n$|[^\n]$/.test(text),
    )
    expect(untidy.map(([path]) => path)).toEqual([])
  },
)

test('the manifest has the dependencies of each choice, in the order of their names', () => {
  const manifest = JSON.parse(fileOf('package.json', { engine: 'jsx', rest: true }) ?? '') as {
    dependencies: Record<string, string>
  }
  const names = Object.keys(manifest.dependencies)
  expect(names).toEqual([
    '@mvc-router/rest',
    '@mvc-router/router-core',
    '@mvc-router/view-jsx',
    'express',
    'react',
    'react-dom',
  ])
})

test('an application has .gitignore, although npm does not pack files of that name', () => {
  expect(fileOf('.gitignore')).toContain('node_modules/')
  expect(fileOf('gitignore')).toBeUndefined()
})

test('a module of a JavaScript application has no types', () => {
  expect(fileOf('src/notes.js', { language: 'js' })).toContain('export async function findNote(id) {')
})
