import type { NunjucksOptions } from '../template-engine.js'
import { encodesWithin } from '../script/write.js'
import { writeNunjucksLink } from './write.js'
import type { DialectTag, TemplateDialect } from '../html/template-dialect.js'

/** `{% route "a.b", id=user.id %}` */
export function nunjucksDialect({ tags = {} }: NunjucksOptions = {}): TemplateDialect {
  const { blockStart = '{%', blockEnd = '%}', variableStart = '{{', variableEnd = '}}' } = tags
  const delimiters = [
    { open: blockStart, close: blockEnd, type: 'block' },
    { open: variableStart, close: variableEnd, type: 'variable' },
    { open: '{#', close: '#}', type: 'comment' },
  ] as const
  // If two begin at the same place, as `<%` and `<%=`, the longer one is meant.
  const opens = delimiters.map(({ open }) => open).toSorted((left, right) => right.length - left.length)
  const opening = new RegExp(opens.map(escaped).join('|'), 'g')
  return {
    tags(text) {
      const found: DialectTag[] = []
      let offset = 0
      for (;;) {
        opening.lastIndex = offset
        const match = opening.exec(text)
        const next = delimiters.find(({ open }) => open === match?.[0])
        if (match === null || next === undefined) return found
        const { index: start } = match
        const { open, close, type } = next
        const end = endOfTag(text, start + open.length, close, type === 'comment')
        if (end === undefined) return undefined
        const code = text
          .slice(start + open.length, end - close.length)
          .replace(/^-/, '')
          .replace(/-$/, '')
          .trim()
        if (type === 'block' && /^(?:raw|verbatim)$/.test(code)) {
          const closing = new RegExp(`${escaped(blockStart)}-?\\s*end${code}\\s*-?${escaped(blockEnd)}`, 'g')
          closing.lastIndex = end
          const closed = closing.exec(text)
          if (closed === null) return undefined
          found.push({ start, end: closed.index + closed[0].length, type: 'other' })
          offset = closed.index + closed[0].length
          continue
        }
        if (type === 'comment') found.push({ start, end, type })
        else if (type === 'variable') {
          const isLink = /^route\s*[.(]/.test(code)
          found.push({ start, end, type: isLink ? 'link' : 'output', expression: expressionOf(code) })
        } else found.push({ start, end, type: blockType(code) })
        offset = end
      }
    },
    write: (link) => writeNunjucksLink(link, { blockStart, blockEnd }),
  }
}

function blockType(code: string): DialectTag['type'] {
  const [word = ''] = /^\w+/.exec(code) ?? []
  if (word === 'route') return / as \w+$/.test(code) ? 'other' : 'link'
  if (word === 'if' || word === 'ifAsync') return 'open'
  if (word === 'else' || word === 'elif' || word === 'elseif') return 'middle'
  return word === 'endif' ? 'close' : 'other'
}

/** Without filters at the end that encode or mark as safe: `user.name | urlencode`. */
function expressionOf(code: string): string | undefined {
  let expression = code
  for (;;) {
    const shorter = expression.replace(/\s*\|\s*(?:urlencode|safe|escape|e)\s*(?:\(\s*\))?\s*$/, '')
    if (shorter === expression) break
    expression = shorter
  }
  if (expression === '' || encodesWithin(expression)) return undefined
  // Operators that bind less than a comma and an equals sign are put in brackets.
  return /^[\w.[\]'"]+(?:\([^()]*\))?(?:\s*\|\s*\w+)*$/.test(expression) ? expression : `(${expression})`
}

/** Outside of texts, which may hold the delimiter. */
function endOfTag(text: string, start: number, close: string, isComment: boolean): number | undefined {
  for (let offset = start; offset < text.length; offset++) {
    if (text.startsWith(close, offset)) return offset + close.length
    const character = text.charAt(offset)
    if (isComment || (character !== '"' && character !== "'")) continue
    for (offset++; offset < text.length && text.charAt(offset) !== character; offset++)
      if (text.charAt(offset) === '\\') offset++
  }
  return undefined
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, (character) => `\\${character}`)
}
