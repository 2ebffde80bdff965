import type { SourceText } from '../terminal/source-text.js'
import { findEjsTagLinks } from './ejs-tag-links.js'
import { readEjsTags } from './ejs-tag.js'
import { findLinksInCode, type CodeTag } from './template-code.js'
import type { FindLinksOptions, FoundLinks } from './template-link.js'

/** The links of an EJS template: `<route:link action="a.b" id="5">`, `<%= route('a.b', { id: 5 }) %>`. */
export function findEjsLinks(source: SourceText, options: FindLinksOptions): FoundLinks {
  const tags = readEjsTags(source.text)
  const code = tags.filter((tag): tag is CodeTag => tag.type === 'statement' || tag.type === 'output')
  const inCode = findLinksInCode(source, code, options)
  const inTags = findEjsTagLinks(source, tags)
  const links = [...inTags.links, ...inCode.links].toSorted((left, right) => left.offset - right.offset)
  return { links, problems: inTags.problems, unread: inCode.unread }
}
