// Checks that the words of the code are those of ARCHITECTURE.md: the glossary is short and true, no two packages export the same
// name, and words that are out of use stay out.
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

/** `ModelAttribute` is the object in templates, and the annotation that Spring calls so (decision 096). */
const namesOfTwo = new Set(['ModelAttribute'])
const exportsByName = new Map()
for (const { file, text } of sources) {
  const declarations =
    /^export (?:declare |abstract |async )*(?:function\*?|class|interface|type|const|let|enum) ([\w$]+)/gm
  for (const [, name] of text.matchAll(declarations))
    exportsByName.set(name, (exportsByName.get(name) ?? new Set()).add(file))
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
if (new Set(words).size < words.length) problems.push('ARCHITECTURE.md: a word stands twice in the glossary')
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

for (const problem of problems) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1

/** A file that the text names without its folder. */
function isFileName(path) {
  return !path.includes('/') && sources.some(({ file }) => file.endsWith(`/${path}`))
}
