import type { TextEdit } from '@mvc-router/import/script'
import { findInlineUrls } from './find-inline-urls.js'
import { readHtml, tagMask, type HtmlAttribute } from './read-html.js'
import {
  mask,
  piecesOf,
  tagsWithin,
  tagWriter,
  type DialectTag,
  type TemplateDialect,
} from './template-dialect.js'
import { useOfAttribute, type UrlUse, methodOverrides } from './url-attributes.js'
import { unknownPiece, type FoundUrls, type PlacedLink, type WrittenUrl } from '../written-url.js'

export function findHtmlUrls(text: string, dialect: TemplateDialect): FoundUrls {
  const tags = dialect.tags(text)
  const masked = mask(text, tags, () => tagMask)
  const page = readHtml(masked)
  const inAttributes: WrittenUrl[] = []
  const links: PlacedLink[] = []
  const scripts = [...page.scripts]
  const overrides = methodOverrides(page.elements)
  for (const element of page.elements) {
    for (const attribute of element.attributes) {
      const { start, end } = attribute
      if (/^on[a-z]+$/.test(attribute.name)) scripts.push({ start, end })
      const use = useOfAttribute(element, attribute.name, overrides)
      if (use === undefined) continue
      const isLink = tagsWithin(tags, start, end).some(({ type }) => type === 'link')
      if (isLink) links.push({ start, end, method: use.method })
      // An attribute that may contain anything counts only if its value begins with a slash.
      else if (!use.isGuess || text[start] === '/')
        inAttributes.push(...urlsOfValue(attribute, text, tags, dialect).map((url) => ({ ...url, ...use })))
    }
  }
  const write = tagWriter(dialect, text)
  const inScripts = scripts.flatMap((script) => findInlineUrls(text, script, tags, write, links))
  const urls = [...inAttributes, ...inScripts].toSorted((left, right) => left.offset - right.offset)
  const base = page.elements.find(({ name, values }) => name === 'base' && values.has('href'))
  // With `<base href="https://cdn.example.com/">`, no URL leads to this application.
  const baseUrl = base && (base.values.get('href') ?? tagMask)
  const prepare = (): readonly TextEdit[] => dialect.prepare?.(text) ?? []
  if (baseUrl === undefined || !/^(?:[a-z][a-z\d+.-]*:|\/\/|\uE000)/i.test(baseUrl))
    return { urls, links, prepare }
  return { urls: urls.map((url) => ({ ...url, isElsewhere: true })), links, prepare }
}

type UrlInValue = Omit<WrittenUrl, keyof UrlUse>

/** Returns one URL for a value, or one for each branch of a condition. */
function urlsOfValue(
  { start, end }: HtmlAttribute,
  text: string,
  allTags: readonly DialectTag[],
  dialect: TemplateDialect,
): UrlInValue[] {
  const tags = tagsWithin(allTags, start, end)
  const controls = tags.filter(({ type }) => type !== 'output')
  const make = (from: number, to: number, obstacle?: string): UrlInValue => ({
    offset: from,
    end: to,
    pieces: obstacle === undefined ? piecesOf(text, from, to, tags) : [unknownPiece(text.slice(from, to))],
    separator: '&amp;',
    obstacle,
    write: tagWriter(dialect, text),
  })
  if (controls.length === 0) return start === end ? [] : [make(start, end)]
  const segments = segmentsBetween(start, end, controls)
  const [first, ...others] = segments.map(([from, to]) => text.slice(from, to))
  // In `/user{% if q %}?q={{ q }}{% endif %}`, all branches have the same path.
  if (first !== '' && others.every((other) => other === '' || /^[?#]/.test(other))) {
    const [[from, to] = [start, end]] = segments
    return [make(from, to)]
  }
  const isOneCondition =
    controls[0]?.type === 'open' &&
    controls.at(-1)?.type === 'close' &&
    controls.slice(1, -1).every(({ type }) => type === 'middle')
  // `{% if a %}/x{% else %}/y{% endif %}` has one URL in each branch.
  if (isOneCondition && first === '' && others.at(-1) === '')
    return segments.filter(([from, to]) => to > from).map(([from, to]) => make(from, to))
  return [make(start, end, 'a condition or a loop is part of it')]
}

function segmentsBetween(
  start: number,
  end: number,
  controls: readonly DialectTag[],
): [from: number, to: number][] {
  const edges = controls.flatMap((control) => [control.start, control.end])
  const all = [start, ...edges, end]
  return Array.from({ length: controls.length + 1 }, (_, index) => [
    all[2 * index] ?? start,
    all[2 * index + 1] ?? end,
  ])
}
