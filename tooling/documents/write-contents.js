// Writes the list of all pages, docs/README.md, from site/pages.js. Until the packages are published, it also writes
// the notice of project.json into the README. `npm run reference` runs it. --check only compares the files.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sections } from '../../site/pages.js'
import { writePages } from './write-pages.js'

const root = new URL('../../', import.meta.url)
const { isPublished, registryNotice } = JSON.parse(
  readFileSync(new URL('tooling/documents/project.json', root), 'utf8'),
)

function contents() {
  const parts = sections.map(({ title, groups }) => {
    const lists = groups.map((group) => {
      const links = group.pages.map(([file, name]) => `[${name}](${relative('docs', file)})`)
      return `${group.title === title ? '' : `${group.title}: `}${links.join(' · ')}\n`
    })
    return `## ${title}\n\n${lists.join('\n')}`
  })
  return `# All pages\n\nWritten by \`npm run reference\` from \`site/pages.js\`. \`npm run site\` serves them with a search.\n\n${parts.join('\n')}`
}

/** Returns the README with the notice between its marks. After the release, there is nothing between the marks. */
function readme() {
  const [begin, end] = ['<!-- registry -->', '<!-- end of registry -->']
  const text = readFileSync(new URL('README.md', root), 'utf8')
  const [before, rest] = text.split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`README.md has no ${begin} and ${end}`)
  const { text: sentence, link, page } = registryNotice
  const notice = isPublished ? '\n' : `\n${sentence} [${link}](${page}).\n`
  return `${before}${begin}${notice}${end}${after}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writePages(
    new Map([
      ['docs/README.md', contents()],
      ['README.md', readme()],
    ]),
  )
