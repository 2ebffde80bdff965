import { attempt } from '@mvc-router/router-core/tools'
import { nodesIn, parseTemplateCode, ScriptSyntaxException } from '@mvc-router/import/script'
import type { Span } from '../../terminal/source-text.js'
import { scriptUrls } from '../script/script-urls.js'
import { mask, piecesOf, tagsWithin, type DialectTag } from './template-dialect.js'
import { unknownPiece, type PlacedLink, type WrittenUrl } from '../written-url.js'

/**
 * Finds URLs in a script of a page: `fetch('/user/{{ id }}')`. A URL that the browser builds has an obstacle.
 *
 * @param links gets the URLs that are already links
 */
export function findInlineUrls(
  text: string,
  script: Span,
  allTags: readonly DialectTag[],
  write: WrittenUrl['write'],
  links: PlacedLink[],
): WrittenUrl[] {
  const tags = tagsWithin(allTags, script.start, script.end)
  // A name replaces each output, and is valid as a value and in a string.
  const program = mask(text, tags, ({ type }) => (type === 'output' || type === 'link' ? '$' : ' '), script)
  const root = attempt(ScriptSyntaxException, () => parseTemplateCode(program, script.start))
  if (root instanceof ScriptSyntaxException) return []
  return scriptUrls(root, text).flatMap(({ node, use }): WrittenUrl[] => {
    const isStatic = node.type === 'TemplateLiteral' && nodesIn(node, 'expressions').length === 0
    const isText = node.type === 'StringLiteral' || isStatic
    const offset = node.start + (isText ? 1 : 0)
    const end = node.end - (isText ? 1 : 0)
    const inside = tagsWithin(tags, offset, end)
    const raw = text.slice(offset, end)
    if (inside.some(({ type }) => type === 'link')) {
      if (!use.isGuess) links.push({ start: offset, end, method: use.method })
      return []
    }
    const obstacle = !isText
      ? 'the browser puts it together'
      : inside.some(({ type }) => type !== 'output')
        ? 'a condition or a loop is part of it'
        : raw.includes('\\')
          ? 'an escape such as \\n is part of it'
          : undefined
    const pieces = isText ? piecesOf(text, offset, end, inside) : [unknownPiece(raw)]
    return [{ ...use, offset, end, pieces, obstacle, separator: undefined, write }]
  })
}
