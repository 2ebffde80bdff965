// Writes docs/messages.md from the table that `mvc-router explain` prints. npm run reference writes it; --check only
// compares.
import { fileURLToPath } from 'node:url'
import { errorMessageGroups } from '../../packages/cli/dist/lib/messages/error-messages.js'
import { writePages } from './write-pages.js'

/** Each code is a heading, so that a link can lead to it. */
function messagesPage() {
  const groups = errorMessageGroups.map(({ title, where, messages }) => {
    const sections = messages.map(
      ({ code, says, cause, cure }) => `### \`${code}\`

> ${asText(says)}

${asText(cause)} **Cure:** ${asText(cure)}
`,
    )
    return `## ${title}\n\n${where}\n\n${sections.join('\n')}`
  })
  return `# Messages

Every error and warning has a code that stays the same from version to version: \`code\` of the exception, or of a finding with
\`--json\`. \`npx mvc-router explain E_ROUTE_SYNTAX\` prints what this page says of it. Parts of a message in double quotes change
from case to case.

${groups.join('\n')}`
}

/** Words with a meaning in Markdown, as code. */
function asText(sentence) {
  return sentence
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\<>*[\]_]/g, String.raw`\$&`)))
    .join('')
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writePages(new Map([['docs/messages.md', messagesPage()]]))
