import { describe, expect, test } from '@jest/globals'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Declaration {
  readonly members: readonly string[]
  /** The text between the name and the body, with the extended types. */
  readonly head: string
}

interface Manifest {
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, string | { readonly types: string }>>
}

/** Option types of EJS and Handlebars, which the documentation of these engines explains. */
const ofEngines: ReadonlySet<string> = new Set(['EjsOptions', 'HelperOptions'])

const packages = readdirSync('packages').filter((name) => {
  const { private: isPrivate = false, exports } = manifestOf(name)
  return !isPrivate && exports !== undefined
})

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join('packages', name, 'package.json'), 'utf8')) as Manifest
}

function filesIn(folder: string, ending: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
}

/** The interfaces of the compiled declarations by their names. */
function interfacesOf(name: string): ReadonlyMap<string, Declaration> {
  const found = new Map<string, Declaration>()
  for (const file of filesIn(join('packages', name, 'dist'), '.d.ts')) {
    const text = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')
    for (const { 0: start, 1: type = '', 2: head = '', index } of text.matchAll(/interface (\w+)([^{]*)\{/g))
      found.set(type, { head, members: membersIn(text.slice(index + start.length)) })
  }
  return found
}

/** The names of the members of an interface. The text begins after the brace that opens the body. */
function membersIn(text: string): readonly string[] {
  let depth = 0
  let top = ''
  for (const character of text) {
    if ('}])'.includes(character) && --depth < 0) break
    if (depth === 0) top += character
    if ('{[('.includes(character)) depth++
  }
  const names = top.matchAll(/(?:^|[;\n])\s*(?:readonly\s+)?([A-Za-z]\w*)\??\s*[:(]/g)
  return Array.from(names, ([, member = '']) => member)
}

/** The names of the exported option types. `./tools` is for packages of this repository, so it is left out. */
function optionTypesOf(name: string): readonly string[] {
  const exports = Object.entries(manifestOf(name).exports ?? {})
  const entries = exports.filter(([entry]) => entry !== './tools').map(([, target]) => target)
  const exported = entries.flatMap((entry) => {
    if (typeof entry === 'string') return []
    const text = readFileSync(join('packages', name, entry.types), 'utf8')
    return [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  })
  return exported.filter((type) => /(?:Options|Timeouts)$/.test(type) && !ofEngines.has(type))
}

/** The options of a type: its members, and the names that it picks from other types. */
function optionsOf({ head, members }: Declaration): readonly string[] {
  const picked = [...head.matchAll(/Pick<\w+, ([^>]*)>/g)].flatMap(
    ([, list = '']) => list.match(/\w+/g) ?? [],
  )
  return [...members, ...picked]
}

/** The packages whose pages may explain the options of a package. All REST packages share their pages. */
function familyOf(name: string): readonly string[] {
  return name.startsWith('rest') ? packages.filter((one) => one.startsWith('rest')) : [name]
}

/** The code in the pages of a package and of the repository. */
function codeFor(name: string): string {
  const pages = [
    ...familyOf(name).flatMap((one) => [
      join('packages', one, 'README.md'),
      ...filesIn(join('packages', one, 'docs'), '.md').filter((page) => !page.endsWith('reference.md')),
    ]),
    ...filesIn('docs', '.md'),
  ]
  return pages
    .flatMap((page) => readFileSync(page, 'utf8').match(/^```[^]*?^```|`[^`\n]+`/gm) ?? [])
    .join('\n')
}

const declarations = new Map(packages.map((name) => [name, interfacesOf(name)]))
const isWordOf = (text: string, word: string): boolean => new RegExp(String.raw`\b${word}\b`).test(text)

describe('options', () => {
  test.each(packages)('the pages of %s name all its options', (name) => {
    const code = codeFor(name)
    const unnamed = optionTypesOf(name).flatMap((type) => {
      const declaration = declarations.get(name)?.get(type)
      const options = declaration === undefined ? [] : optionsOf(declaration)
      return options.filter((option) => !isWordOf(code, option)).map((option) => `${type}.${option}`)
    })
    expect(unnamed).toEqual([])
  })

  test('the declarations have more than 100 options', () => {
    const read = packages.flatMap((name) =>
      optionTypesOf(name).flatMap((type) => declarations.get(name)?.get(type)?.members ?? []),
    )
    expect(read.length).toBeGreaterThan(100)
    expect(read).toEqual(expect.arrayContaining(['routeFiles', 'secretKey', 'statementTimeout', 'onError']))
  })

  const known = new Set(
    packages
      .flatMap((name) => filesIn(join('packages', name, 'dist'), '.d.ts'))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^\s+(?:readonly )?(\w+)\??[:(]/gm)])
      .map(([, member = '']) => member),
  )
  const tables = [
    '.',
    'docs',
    ...packages.flatMap((name) => [join('packages', name), join('packages', name, 'docs')]),
  ]
    .flatMap((folder) =>
      (existsSync(folder) ? readdirSync(folder) : [])
        .filter((file) => file.endsWith('.md'))
        .map((file) => join(folder, file)),
    )
    .filter((page) => !page.endsWith('reference.md'))
    .flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/^\| option.*\n\|[-|: ]+\n((?:\|.*\n)+)/gm)].map(
        ([, rows = '']) => [page, rows] as const,
      ),
    )

  test.each(tables)('the options in a table of %s exist', (_, rows) => {
    const named = rows
      .split('\n')
      .map((row) => /^\|((?:[^|\\]|\\.)*)\|/.exec(row)?.[1] ?? '')
      .flatMap((cell) => [...cell.matchAll(/`([a-z]\w*)`/g)].map(([, option = '']) => option))
    expect(named.filter((option) => !known.has(option))).toEqual([])
  })
})
