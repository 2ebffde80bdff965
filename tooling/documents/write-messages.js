// Writes packages/cli/docs/messages.json, which `mvc-router explain` prints, from docs/messages.md. `npm run reference`
// runs it. --check only compares the file.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { writePages } from './write-pages.js'

/** Returns the headings of the page, each with its messages. */
function groupsOf(page) {
  const [, ...groups] = page.split(/^## /m)
  return groups.map((group) => {
    const [heading, ...sections] = group.split(/^### /m)
    const [title] = heading.split('\n')
    return { title, messages: sections.map(messageOf) }
  })
}

/** Reads a section: the code, the message as a quotation, and a paragraph with the cause and the cure. */
function messageOf(section) {
  const [, code, says, cause, cure] = /^`(\w+)`\n\n> (.+)\n\n(.+) \*\*Cure:\*\* (.+)\n*$/.exec(section) ?? []
  if (cure === undefined)
    throw new Error(`docs/messages.md: expected a code, a message, a cause and a cure:\n${section}`)
  return { code, says: textOf(says), cause: textOf(cause), cure: textOf(cure) }
}

/** The text without the escapes of Markdown. Code has no escapes. */
function textOf(markdown) {
  return markdown
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/\\([\\<>*[\]_])/g, '$1')))
    .join('')
}

const page = readFileSync(fileURLToPath(new URL('../../docs/messages.md', import.meta.url)), 'utf8')
writePages(new Map([['packages/cli/docs/messages.json', `${JSON.stringify(groupsOf(page), null, 2)}\n`]]))
