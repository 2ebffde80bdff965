import { callArguments } from '../script/write.js'
import type { DialectTag } from '../html/template-dialect.js'
import { get } from '../html/url-attributes.js'
import { sourceOf, type WrittenUrl } from '../written-url.js'

/** Finds URLs in the arguments of components: `{{ govukBackLink({ href: "/users" }) }}`. */
export function findArgumentUrls(
  text: string,
  tags: readonly DialectTag[],
  attributeName: string,
): WrittenUrl[] {
  const urls: WrittenUrl[] = []
  let isInMacro = false
  for (const { start, end, type } of tags) {
    const tag = text.slice(start, end)
    const [, word] = /^\W{1,9}(\w+)/.exec(tag) ?? []
    if (word === 'macro' || word === 'endmacro') isInMacro = word === 'macro'
    if ((type !== 'output' && word !== 'call' && word !== 'set') || /^\W{1,9}(?:raw|verbatim)\b/.test(tag))
      continue
    // The model attribute is unknown in macros and in imported variables.
    const obstacle = isInMacro || word === 'set' ? 'a macro or a variable contains it' : undefined
    for (const match of tag.matchAll(keyAndUrl)) {
      const [found, key, url = ''] = match
      const close = start + match.index + found.length
      urls.push({
        ...get,
        method: key === 'href' ? 'GET' : undefined,
        isAsset: key === 'src',
        offset: close - url.length,
        end: close,
        pieces: [{ type: 'text', text: url.slice(1, -1) }],
        separator: '&',
        obstacle,
        write: (link) => {
          const rest = sourceOf(link.rest)
          return `${attributeName}${callArguments(link, '"')}${rest === '' ? '' : ` + "${rest}"`}`
        },
      })
    }
  }
  return urls
}

/** Matches `href: "/users"` before the next argument or the end of the object. */
const keyAndUrl = /\b(href|action|src)["']?\s*:\s*("\/[^'"\\]*"|'\/[^'"\\]*')(?=\s*[,}])/g
