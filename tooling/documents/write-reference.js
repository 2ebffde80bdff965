// Writes packages/*/docs/reference.md: every export with its signature, the first paragraph of its comment, and its
// errors. `npm run reference` runs it. --check only compares the pages.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicPackages } from '../packages/pack-packages.js'
import { writePages } from './write-pages.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const formatter = join(root, 'tooling/lint/node_modules/.bin/oxfmt')

/** Returns the pages by their paths, and the exports without a comment. Reads the compiled declarations. */
export function referencePages() {
  const problems = []
  const pages = new Map()
  for (const { folder, manifest } of publicPackages())
    pages.set(join('packages', folder, 'docs/reference.md'), page(folder, manifest, problems))
  return { pages, problems }
}

function page(folder, { name, exports }, problems) {
  const sections = Object.entries(exports)
    .filter(([, target]) => typeof target === 'object')
    .map(([key, { types }]) => {
      const found = exportsOf(join(root, 'packages', folder, types))
      for (const { exported, summary, file } of found)
        if (summary === '') problems.push(`${file}: ${exported} is exported and has no comment`)
      const entries = found.toSorted((left, right) => (left.exported < right.exported ? -1 : 1)).map(entry)
      return [`## \`${name}${key.slice(1)}\``, ...entries].join('\n\n')
    })
  const heading = `# Exports of ${name}\n\nThe declarations and their comments, as TypeScript reads them. [The README](../README.md) explains the package step by step.`
  return `${formatted([heading, ...sections].join('\n\n'))}\n`
}

/** The part of the page about an export: its comment, its signature, and its errors. */
function entry({ exported, kind, summary, signature, errors }) {
  const parts = [`### \`${exported}\``, `*${kind}* · ${summary}`]
  if (signature !== undefined) parts.push(`\`\`\`ts\n${signature}\n\`\`\``)
  if (errors.length > 0) parts.push(['Throws:', '', ...errors.map((error) => `- ${error}`)].join('\n'))
  return parts.join('\n\n')
}

function formatted(text) {
  const blocks = text.match(/(?<=^```ts\n)[^]*?(?=\n```$)/gm) ?? []
  if (blocks.length === 0) return text
  const separator = '// next'
  const input = blocks.join(`\n${separator}\n`)
  const output = execFileSync(formatter, ['--stdin-filepath=reference.d.ts'], {
    cwd: root,
    input,
    encoding: 'utf8',
  })
  const written = output.split(separator).map((block) => block.trim())
  return text.replaceAll(/(?<=^```ts\n)[^]*?(?=\n```$)/gm, () => written.shift())
}

/** The exports of a public file. All of them are named re-exports. */
function exportsOf(file) {
  const text = withoutComments(readFileSync(file, 'utf8'))
  return [...text.matchAll(/export (type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, , list, source]) => {
    const declarations = declarationsOf(source, file)
    return list
      .split(',')
      .map((item) => item.trim().replace(/^type /, ''))
      .filter((item) => item !== '')
      .map((item) => {
        const [local, exported = local] = item.split(' as ')
        const found = declarations === undefined ? elsewhere(source) : declarationOf(local, declarations)
        return { exported, ...found, file: declarations?.slice(root.length) }
      })
  })
}

function declarationOf(name, file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const pattern = new RegExp(
    String.raw`(/\*\*(?:(?!\*/)[^])*\*/\s*)?export (?:declare )?(?:abstract )?(class|interface|function|const|type|enum) ${name.replaceAll('$', String.raw`\$`)}\b`,
    'g',
  )
  const [found, ...overloads] = text.matchAll(pattern)
  if (found !== undefined) {
    const [, comment = '', kind] = found
    const all = [found, ...overloads].map((match) => signatureAt(text, match.index + (match[1] ?? '').length))
    return { kind, summary: firstParagraph(comment), signature: all.join('\n'), errors: errorsIn(comment) }
  }
  const again = new RegExp(String.raw`export (?:type )?\{[^}]*\b${name}\b[^}]*\} from '([^']+)'`).exec(text)
  if (again === null) return { kind: '', summary: '', errors: [] }
  const declarations = declarationsOf(again[1], file)
  return declarations === undefined ? elsewhere(again[1]) : declarationOf(name, declarations)
}

/** The path of the declarations of `./a.js` or `#a`, or undefined for a module of another package. */
function declarationsOf(source, file) {
  const [folder] = /^.*\/packages\/[^/]+\//.exec(file)
  if (source.startsWith('#'))
    return join(
      folder,
      JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).imports[source].node.replace(
        /\.js$/,
        '.d.ts',
      ),
    )
  return source.startsWith('.') ? join(dirname(file), source.replace(/\.js$/, '.d.ts')) : undefined
}

function elsewhere(source) {
  return { kind: `of ${source}`, summary: 'See there.', errors: [] }
}

/** The declaration that begins at an offset and ends at its semicolon or last brace. Private members are left out. */
function signatureAt(text, start) {
  const isBody = /^export (?:declare )?(?:abstract )?(?:class|interface|enum)/.test(text.slice(start))
  let depth = 0
  let end = start
  for (; end < text.length; end++) {
    if (text.startsWith('/*', end)) end = text.indexOf('*/', end) + 1
    else if (text.startsWith('=>', end)) end++
    else if ('{([<'.includes(text[end])) depth++
    else if ('})]>'.includes(text[end])) {
      depth--
      if (isBody && depth === 0 && text[end] === '}') break
    } else if (text[end] === ';' && depth === 0) break
  }
  return text
    .slice(start, end + 1)
    .replace(/^export (?:declare )?/, '')
    .replaceAll(/(?:^ *\/\*\*(?:(?!\*\/)[^])*\*\/\s*)?^ *(?:#private|private .*);\n/gm, '')
}

function errorsIn(comment) {
  return textOf(comment)
    .split(/^@/m)
    .filter((part) => part.startsWith('throws '))
    .map((part) => part.slice('throws '.length).replaceAll(/\s+/g, ' ').trim().replace(/^\w+/, '`$&`'))
}

/** The text before an empty line or a tag. */
function firstParagraph(comment) {
  return textOf(comment)
    .split(/\n\s*\n|\n@/)[0]
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function textOf(comment) {
  return comment.replaceAll(/^\/\*\*|\*\/\s*$/g, '').replaceAll(/^\s*\* ?/gm, '')
}

function withoutComments(text) {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { pages, problems } = referencePages()
  writePages(pages, problems)
}
