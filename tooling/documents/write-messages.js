// Writes packages/cli/docs/messages.json, which `mvc-router explain` prints, from docs/messages.md. npm run reference
// writes it; --check only compares.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writePages } from './write-pages.js'

/** The codes of the page by their headings. */
function groupsOf(page) {
  const [, ...groups] = page.split(/^## /m)
  return groups.map((group) => {
    const [heading, ...sections] = group.split(/^### /m)
    const [title] = heading.split('\n')
    return { title, messages: sections.map(messageOf) }
  })
}

/** A code, the message as a quotation, and a paragraph of its cause and its cure. */
function messageOf(section) {
  const [, code, says, cause, cure] = /^`(\w+)`\n\n> (.+)\n\n(.+) \*\*Cure:\*\* (.+)\n*$/.exec(section) ?? []
  if (cure === undefined)
    throw new Error(`docs/messages.md: expected a code, a message, a cause and a cure:\n${section}`)
  return { code, says: textOf(says), cause: textOf(cause), cure: textOf(cure) }
}

/** A sentence without the escapes of Markdown, which code has not. */
function textOf(markdown) {
  return markdown
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\\([\\<>*[\]_])/g, '$1')))
    .join('')
}

const page = readFileSync(fileURLToPath(new URL('../../docs/messages.md', import.meta.url)), 'utf8')
writePages(new Map([['packages/cli/docs/messages.json', `${JSON.stringify(groupsOf(page), null, 2)}\n`]]))
