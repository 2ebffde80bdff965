// Writes packages/*/docs/reference.md: every export of every package with the first sentence of its comment, so that
// nothing is exported that no page names. npm run reference writes the pages; --check only compares them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publicPackages } from './pack-packages.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The pages by their paths, and what is wrong with the comments. Reads the compiled declarations. */
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
      const rows = exportsOf(join(root, 'packages', folder, types)).map(
        ({ exported, kind, summary, file }) => {
          if (summary === '') problems.push(`${file}: ${exported} is exported and has no comment`)
          return `| \`${exported}\` | ${kind} | ${summary.replaceAll('|', '\\|')} |`
        },
      )
      return [`## \`${name}${key.slice(1)}\``, '', '| | | |', '|---|---|---|', ...rows.toSorted(), ''].join(
        '\n',
      )
    })
  const heading = `# What ${name} exports\n\nWritten by \`npm run reference\` from the comments. [The README](../README.md) explains it in order.\n`
  return [heading, ...sections].join('\n')
}

/** Public files hold nothing but named re-exports. */
function exportsOf(file) {
  const text = withoutComments(readFileSync(file, 'utf8'))
  return [...text.matchAll(/export (type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(([, , list, source]) => {
    const isOurs = source.startsWith('.')
    const declarations = join(dirname(file), source.replace(/\.js$/, '.d.ts'))
    return list
      .split(',')
      .map((item) => item.trim().replace(/^type /, ''))
      .filter((item) => item !== '')
      .map((item) => {
        const [local, exported = local] = item.split(' as ')
        const found = isOurs
          ? declarationOf(local, declarations)
          : { kind: `of ${source}`, summary: 'See there.' }
        return { exported, ...found, file: declarations.slice(root.length) }
      })
  })
}

function declarationOf(name, file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const pattern = new RegExp(
    String.raw`(/\*\*(?:(?!\*/)[^])*\*/\s*)?export (?:declare )?(?:abstract )?(class|interface|function|const|type|enum) ${name.replaceAll('$', String.raw`\$`)}\b`,
  )
  const found = pattern.exec(text)
  if (found !== null) return { kind: found[2], summary: firstSentence(found[1] ?? '') }
  const again = new RegExp(String.raw`export (?:type )?\{[^}]*\b${name}\b[^}]*\} from '([^']+)'`).exec(text)
  if (again?.[1]?.startsWith('.'))
    return declarationOf(name, join(dirname(file), again[1].replace(/\.js$/, '.d.ts')))
  return { kind: again === null ? '' : `of ${again[1]}`, summary: again === null ? '' : 'See there.' }
}

function firstSentence(comment) {
  const text = comment
    .replaceAll(/^\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .split(/\n\s*\n|\n\s*@/)[0]
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /^.*?[.:](?= [A-Z`{]|$)/.exec(text)?.[0] ?? text
}

function withoutComments(text) {
  return text.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { pages, problems } = referencePages()
  for (const [path, text] of pages) {
    const target = join(root, path)
    const isCurrent = existsSync(target) && readFileSync(target, 'utf8') === text
    if (isCurrent) continue
    if (process.argv.includes('--check')) problems.push(`${path} is not up to date: npm run reference`)
    else {
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, text)
    }
  }
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
