// Checks the words of the project: the names of ARCHITECTURE.md exist, no two files export the same name, and no text
// has a word that is out of use.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const problems = []
const packages = readdirSync('packages').filter((name) => existsSync(`packages/${name}/src`))
const sources = packages.flatMap((name) =>
  readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ package: name, file: join('packages', name, 'src', file) }))
    .map((source) => ({ ...source, text: readFileSync(source.file, 'utf8') })),
)

/**
 * Names that two files may export. `ModelAttribute` is the object in templates, and also an annotation as in Spring
 * (decisions/house.md). Each host has a function `mvcRouter`. The starter also has a type `HostName`.
 */
const namesOfTwo = new Set(['ModelAttribute', 'mvcRouter', 'HostName'])
const exportsByName = new Map()
for (const { file, text } of sources) {
  const declarations =
    /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum) ([\w$]+)/gm
  // In a bundle, the file `x-in-bundle.ts` replaces `x.ts`, and exports the same names.
  const own = file.replace('-in-bundle.ts', '.ts')
  for (const [, name] of text.matchAll(declarations))
    exportsByName.set(name, (exportsByName.get(name) ?? new Set()).add(own))
}
for (const [name, files] of exportsByName) {
  if (files.size > 1 && !namesOfTwo.has(name))
    problems.push(`${name} is exported by ${[...files].join(' and ')}: expected one name for one thing`)
}

for (const { file, text } of sources) {
  for (const [index, line] of text.split('\n').entries()) {
    const found =
      /(?<!text\/)\b[Pp]lain(?!er|\))|\w(?<!x|m)Plain|the specification\b|the ancestor\b|, section \d+\.\d+\)/.exec(
        line,
      )
    if (found && !/RFC|text\\?\/.*plain/.test(line))
      problems.push(`${file}:${index + 1}: expected another word than "${found[0]}"`)
  }
}

for (const { file, text } of sources) {
  const found = /^\s*(?:\* (?!@|  )[^\n]*\n\s*\*|\/\*\* [^@\n]*) (@throws [^\n]*)/m.exec(text)
  if (found) problems.push(`${file}: expected a blank line before "${found[1]}"`)
}

const page = readFileSync('docs/route-file.md', 'utf8')
for (const { file, text } of sources) {
  for (const [, names] of text.replaceAll(/\n *\*? */g, ' ').matchAll(/docs\/route-file\.md, ([^).;:]+)/g))
    for (const name of names.split(' and '))
      if (!page.includes(`\n## ${name}\n`))
        problems.push(`${file}: docs/route-file.md has no section "${name}"`)
}

const map = readFileSync('ARCHITECTURE.md', 'utf8')
const glossary = map.slice(map.indexOf('## Glossary'), map.indexOf('## Inside'))
const words = [...glossary.matchAll(/^\| (?!word|-)([^|]+) \|/gm)].map(([, word]) => word)
if (words.length > 40) problems.push(`ARCHITECTURE.md: expected at most 40 words, got ${words.length}`)
if (new Set(words).size < words.length) problems.push('ARCHITECTURE.md: the glossary has a word twice')
for (const [, rest, path] of map.matchAll(/`(rest: )?((?:[a-z-]+\/)*[a-z-]+\.ts)`/g)) {
  const isThere =
    existsSync(path) ||
    existsSync(`packages/${rest ? 'rest' : 'router-core'}/src/lib/${path}`) ||
    isFileName(path)
  if (!isThere) problems.push(`ARCHITECTURE.md: there is no ${path}`)
}
for (const [, name] of glossary.matchAll(/^\|[^|]+\|[^|]+\| `([A-Z]\w+)`/gm)) {
  if (!exportsByName.has(name)) problems.push(`ARCHITECTURE.md: no package exports ${name}`)
}

// A sentence begins with its noun or its verb. A reader must read these words twice.
const commentLine = /^\s*(?:\/\/|\/\*\*|\*|#(?!!)) ?(.*)$/
const beginning = String.raw`(?:What|Of|Whether|One|None|That|Those)\b(?!')`

const folders = ['packages', 'examples', 'tooling', 'benchmarks', 'site', 'editors']
const ownPages = pages()
for (const folder of folders) {
  const commented = filesBelow(folder, /\.(?:[cm]?[jt]sx?|conf|ya?ml)$/)
  for (const file of commented) problems.push(...badBeginnings(file, commentsOf(file)))
  for (const file of filesBelow(folder, /\.test\.tsx?$/))
    problems.push(...badBeginnings(file, testNamesOf(file)))
}
problems.push(...badBeginnings('.ci/run', commentsOf('.ci/run')))
for (const file of ownPages) problems.push(...badBeginnings(file, sentencesOf(file)))

// The words that are out of use have simpler ones: "is", "reported" and "requested".
for (const folder of folders) {
  for (const file of filesBelow(folder, /\.[jt]sx?$/)) problems.push(...wordsOutOfUse(file))
}
for (const file of ownPages) problems.push(...wordsOutOfUse(file))

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** True if the path is the name of a source file, without a folder. */
function isFileName(path) {
  return !path.includes('/') && sources.some(({ file }) => file.endsWith(`/${path}`))
}

function filesBelow(folder, pattern) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        pattern.test(file) &&
        !/node_modules|(?:^|\/)(?:dist|dist-test|fixtures|\.vitepress\/(?:cache|dist))\//.test(file),
    )
    .map((file) => join(folder, file))
}

/** The pages that people write. `npm run reference` writes the other pages. */
function pages() {
  const everywhere = ['decisions', 'docs', ...folders].flatMap((folder) => filesBelow(folder, /\.md$/))
  return [...readdirSync('.').filter((name) => name.endsWith('.md')), ...everywhere].filter(
    (file) => !file.endsWith('reference.md'),
  )
}

/** Returns the comments of a file as pairs of a line number and a text. */
function commentsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) => {
    const comment = commentLine.exec(line)?.[1]
    // A line that continues a sentence does not begin one.
    const before = commentLine.exec(lines[index - 1] ?? '')?.[1]
    const goesOn = before !== undefined && /[^.:!?]$/.test(before)
    return comment === undefined ? [] : [[index + 1, goesOn ? `… ${comment}` : comment]]
  })
}

function testNamesOf(file) {
  const text = readFileSync(file, 'utf8')
  const names = text.matchAll(/\b(?:test|describe)(?:\.\w+)*\(\s*['"`]([^'"`]+)/g)
  return [...names].map(({ 1: name, index }) => {
    const line = text.slice(0, index).split('\n').length
    return [line, name.charAt(0).toUpperCase() + name.slice(1)]
  })
}

function sentencesOf(file) {
  const text = readFileSync(file, 'utf8').replaceAll(/^```[^]*?^```/gm, (code) =>
    code.replaceAll(/[^\n]/g, ''),
  )
  return text.split('\n').map((line, index, lines) => {
    const goesOn = /[^.:!?*]$/.test(lines[index - 1] ?? '') && !/^[#|>*-]/.test(line)
    return [index + 1, goesOn ? `… ${line}` : line.replace(/^(?:[#>*-]+|\d+\.) +(?:\*\*)?/, '')]
  })
}

function wordsOutOfUse(file) {
  if (file === join('tooling', 'lint', 'check-words.js') || file === 'CODE_OF_CONDUCT.md') return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      const found = /\b(?:told|stood|stands?(?!-in)|(?:is|are|was|were) asked)\b/i.exec(line)
      return found === null ? [] : [`${file}:${index + 1}: expected another word than "${found[0]}"`]
    })
}

function badBeginnings(file, texts) {
  const pattern = new RegExp(`^${beginning}|[^.][.!?] ${beginning}`)
  return texts
    .filter(([, text]) => pattern.test(text))
    .map(
      ([line, text]) =>
        `${file}:${line}: expected a noun or a verb at the beginning of "${text.slice(0, 60)}"`,
    )
}
