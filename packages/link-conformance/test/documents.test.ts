import { expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const documents = [
  ...pagesIn('.'),
  ...pagesIn('docs'),
  ...pagesIn('decisions'),
  ...['packages', 'examples', 'tooling'].flatMap((group) =>
    readdirSync(group).flatMap((name) => [
      ...pagesIn(join(group, name)),
      ...pagesIn(join(group, name, 'docs')),
    ]),
  ),
  ...pagesIn('benchmarks'),
]

function pagesIn(folder: string): string[] {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
}

/** The document without examples, because brackets in examples are code. */
function proseOf(document: string): string {
  return readFileSync(document, 'utf8')
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/``.*?``/g, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''))
}

/** The targets of links and pictures in a document: paths from the root, with fragments. */
function targetsOf(document: string): { readonly path: string; readonly fragment: string | undefined }[] {
  const prose = proseOf(document)
  return [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', fragment] = target.split('#')
      return { path: path === '' ? document : normalize(join(dirname(document), path)), fragment }
    })
}

/** The fragments of the headings in a document, as GitHub builds them: `## A title` -> `a-title`. */
function headingsOf(document: string): string[] {
  const text = readFileSync(document, 'utf8').replaceAll(/^```[^]*?^```/gm, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

const pageOf = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, 'README.md') : path

test.each(documents)('%s has no dead link', (document) => {
  const dead = targetsOf(document).filter(({ path, fragment }) => {
    if (!existsSync(path)) return true
    const page = pageOf(path)
    return fragment !== undefined && !(existsSync(page) && headingsOf(page).includes(fragment))
  })
  expect(dead).toEqual([])
})

const isPage = /^docs\/(?!README)|^packages\/(?!link-conformance\/)[^/]+\/(?:README|docs\/)/

test('README.md links docs/README.md, which lists each page of the documentation', () => {
  const listed = new Set(targetsOf('docs/README.md').map(({ path }) => path))
  const pages = documents.filter((path) => isPage.test(path))
  expect(pages.length).toBeGreaterThan(60)
  expect(pages.filter((path) => !listed.has(path))).toEqual([])
  expect(targetsOf('README.md').map(({ path }) => path)).toContain('docs/README.md')
})

test('README.md links each example', () => {
  const linked = new Set(targetsOf('README.md').map(({ path }) => pageOf(path)))
  const examples = documents.filter((path) => /^examples\/[^/]+\/README/.test(path))
  expect(examples.filter((path) => !linked.has(path))).toEqual([])
})

test('the README of each package links its reference', () => {
  const references = documents.filter((path) => path.endsWith('/docs/reference.md'))
  const unlinked = references.filter(
    (path) =>
      !targetsOf(path.replace('docs/reference.md', 'README.md')).some(
        (target) => pageOf(target.path) === path,
      ),
  )
  expect([references.length > 5, unlinked]).toEqual([true, []])
})

test('each published package contains its reference', () => {
  const references = documents.filter((path) => path.endsWith('/docs/reference.md'))
  const lacking = references.filter((path) => !manifestOf(path.split('/')[1] ?? '').files.includes('docs'))
  expect([references.length > 5, lacking]).toEqual([true, []])
})

test('a README of a package has at most 120 lines, README.md 65, and ARCHITECTURE.md 150', () => {
  const linesOf = (path: string): number => readFileSync(path, 'utf8').trimEnd().split('\n').length
  const readmes = documents.filter((path) => /^packages\/[^/]+\/README\.md$/.test(path))
  expect(readmes.length).toBeGreaterThan(10)
  expect(readmes.filter((path) => linesOf(path) > 120)).toEqual([])
  expect(linesOf('README.md')).toBeLessThanOrEqual(65)
  expect(linesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(150)
})

test('the files that write-contents.js writes are up to date', () => {
  execFileSync(process.execPath, ['tooling/documents/write-contents.js', '--check'], { stdio: 'pipe' })
})

const packed = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/packed\/mvc-router-\{([\w,-]+)\}-\*\.tgz/g)].map(
    ([, names = '']) => [document, names] as const,
  ),
)

test.each(packed)('%s installs {%s} with the packages they depend on', (_, names) => {
  const folders = names.split(',')
  const missing = folders.flatMap((folder) => {
    const { dependencies = {}, peerDependencies = {} } = manifestOf(folder)
    const needed = Object.keys({ ...dependencies, ...peerDependencies })
    const ours = needed
      .filter((name) => name.startsWith('@mvc-router/'))
      .map((name) => name.split('/')[1] ?? '')
    return ours.filter((name) => !folders.includes(name))
  })
  expect(missing).toEqual([])
})

interface Manifest {
  readonly files: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join('packages', folder, 'package.json'), 'utf8')) as Manifest
}
