import { expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const documents = [
  ...pagesIn('.'),
  ...pagesIn('docs'),
  ...pagesIn('decisions'),
  ...['packages', 'examples'].flatMap((group) =>
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

/** The document without its examples, in which brackets are code. */
function proseOf(document: string): string {
  return readFileSync(document, 'utf8')
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/``.*?``/g, '')
    .replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll(/[[\]()]/g, ''))
}

/** The targets of its links and pictures that are files of the repository, from the root, each with its fragment. */
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

/** The fragments of its headings, as GitHub makes them. */
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

test('the README of the repository links every page of the documentation, and every package and example', () => {
  const linked = new Set(targetsOf('README.md').map(({ path }) => pageOf(path)))
  const pages = documents.filter((path) =>
    /(?:^|\/)docs\/|^packages\/[^/]+\/README|^examples\/[^/]+\/README/.test(path),
  )
  const isPrivate = (path: string): boolean => path.startsWith('packages/link-conformance/')
  // The README of a package links its own reference.
  const isReference = (path: string): boolean => path.endsWith('/docs/reference.md')
  expect(pages.filter((path) => !linked.has(path) && !isPrivate(path) && !isReference(path))).toEqual([])
  const references = pages.filter(isReference)
  const unlinked = references.filter(
    (path) =>
      !targetsOf(path.replace('docs/reference.md', 'README.md')).some(
        (target) => pageOf(target.path) === path,
      ),
  )
  expect([references.length > 5, unlinked]).toEqual([true, []])
})

const packed = documents.flatMap((document) =>
  [...readFileSync(document, 'utf8').matchAll(/packed\/mvc-router-\{([\w,-]+)\}-\*\.tgz/g)].map(
    ([, names = '']) => [document, names] as const,
  ),
)

test.each(packed)('%s installs {%s} with every package of ours that they need', (_, names) => {
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
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join('packages', folder, 'package.json'), 'utf8')) as Manifest
}

test('the README says where the recorded benchmarks lose', () => {
  execFileSync(process.execPath, ['scripts/where-we-lose.js', '--check'], { stdio: 'pipe' })
})
